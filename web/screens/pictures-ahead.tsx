import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { fieldsOf, type Screen, screens } from '../../questionnaire/screens.ts'
import { HouseDrawing } from '../pictures/house-drawing.tsx'
import { KitchenThumbnail } from '../pictures/kitchen-thumbnail.tsx'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { slides } from '../slides/slides.ts'
import { rangeWall } from './begin-screen.tsx'
import { drawingFor } from './question-screen.tsx'
import { finishedKitchen } from './submit-screen.tsx'

/** Fetches the next screen's pictures while the visitor reads this one, so that a step waits for nothing. */
export function PicturesAhead({ of: index }: { of: number }) {
  const [place, setPlace] = useState<Element | null>(null)

  // The clock: this screen's own pictures come first.
  useEffect(() => {
    const timer = setTimeout(() => setPlace(document.createElement('div')), 400)
    return () => clearTimeout(timer)
  }, [])

  const screen: Screen | undefined = screens[index]
  if (!place || !screen) return null
  // A place outside of the page: the pictures are fetched as they will be shown, but not shown.
  return createPortal(
    <>
      {picturesOf(screen).map((picture) => (
        <Picture key={`${picture.name} ${picture.crop}`} {...picture} />
      ))}
      {screen.kind === 'questions' && drawingFor(screen)}
      {optionsPictured(screen, 'house').map((style) => (
        <HouseDrawing key={style} style={style} />
      ))}
      {optionsPictured(screen, 'kitchen').map((answer) => (
        <KitchenThumbnail key={answer} answer={answer} />
      ))}
    </>,
    place,
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
