import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { fieldsOf, type Screen, screens } from '../../questionnaire/screens.ts'
import { HouseDrawing } from '../pictures/house-drawing.tsx'
import { KitchenThumbnail } from '../pictures/kitchen-thumbnail.tsx'
import { Picture, type PictureProps } from '../pictures/picture.tsx'
import { slides } from '../slides/slides.ts'
import { SETTLING_MS } from '../ui/use-settled.ts'
import { rangeWall } from './begin-screen.tsx'
import { drawingFor } from './question-screen.tsx'
import { finishedKitchen } from './submit-screen.tsx'

/**
 * Fetches the next screen's pictures while the visitor reads this one, so that a step waits for nothing. They
 * are held until that screen has been left: what is let go on the way there would be made anew.
 */
export function PicturesAhead({ of: index }: { of: number }) {
  const [held, setHeld] = useState<{ readonly place: Element; readonly index: number } | null>(null)

  // The clock: this screen's own pictures come first.
  useEffect(() => {
    const hold = () => setHeld((before) => ({ place: before?.place ?? document.createElement('div'), index }))
    const timer = setTimeout(hold, SETTLING_MS)
    return () => clearTimeout(timer)
  }, [index])

  if (!held) return null
  // A place outside of the page: the pictures are fetched as they will be shown, but not shown.
  return createPortal(
    [held.index - 1, held.index].map((one) => <PicturesOf key={one} screen={screens[one]} />),
    held.place,
  )
}

function PicturesOf({ screen }: { screen: Screen | undefined }) {
  if (!screen) return null
  return (
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
    </>
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
