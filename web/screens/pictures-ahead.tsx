import { useEffect, useState } from 'react'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { fieldsOf, type Screen, screens } from '../../questionnaire/screens.ts'
import { HouseDrawing } from '../pictures/house-drawing.tsx'
import { KitchenThumbnail } from '../pictures/kitchen-thumbnail.tsx'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { slides } from '../slides/slides.ts'
import { rangeWall } from './begin-screen.tsx'
import { finishedKitchen } from './submit-screen.tsx'

/** Fetches the next screen's pictures while the visitor reads this one, so that a step waits for nothing. */
export function PicturesAhead({ of: index }: { of: number }) {
  const [calm, setCalm] = useState(false)

  // The clock: this screen's own pictures come first.
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), 400)
    return () => clearTimeout(timer)
  }, [])

  const screen: Screen | undefined = screens[index]
  if (!calm || !screen) return null
  return (
    <div hidden>
      {picturesOf(screen).map((picture) => (
        <Picture key={`${picture.name} ${picture.crop}`} {...picture} />
      ))}
      {optionsPictured(screen, 'house').map((style) => (
        <HouseDrawing key={style} style={style} />
      ))}
      {optionsPictured(screen, 'kitchen').map((answer) => (
        <KitchenThumbnail key={answer} answer={answer} />
      ))}
    </div>
  )
}

function picturesOf(screen: Screen): readonly PictureProps[] {
  switch (screen.kind) {
    case 'landing':
    case 'questions':
      return []
    case 'begin':
      return [rangeWall]
    case 'slide':
      return slides[screen.slide].pictures
    case 'submit':
      return [finishedKitchen]
  }
}

function optionsPictured(screen: Screen, pictured: 'house' | 'kitchen'): readonly string[] {
  return fieldsOf(screen).flatMap((name) => {
    const field = fieldNamed(name)
    return field.kind === 'choice' && field.pictured === pictured ? field.options : []
  })
}
