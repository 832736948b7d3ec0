import { Activity, memo, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { withBrand } from '../../questionnaire/business.ts'
import { LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { useBusiness } from '../business.ts'
import { slides } from '../slides/slides.ts'
import { Form } from '../ui/form.tsx'
import { StepBar } from '../ui/step-bar.tsx'
import { useVisit } from '../visit/use-visit.tsx'
import { BeginScreen } from './begin-screen.tsx'
import { QuestionScreen } from './question-screen.tsx'
import { SubmitScreen } from './submit-screen.tsx'
import { useArrival } from './use-arrival.ts'

interface StopProps {
  readonly index: number
  readonly frame: RefObject<HTMLElement | null> | null
}

/**
 * Any screen but the landing, in the frame or, with none, in a place outside of the page: there it is made while the
 * visitor reads the stop before, and its pictures are fetched, so that a step only has to put it in.
 *
 * It is not made anew when others come and go: React takes the radios out of their group for that, and a browser
 * then stops at each of them with Tab.
 */
export const Stop = memo(function Stop({ index, frame }: StopProps) {
  const [place] = useState(newPlace)

  // The place is moved by hand: React would make anew what moves from one parent to another.
  useLayoutEffect(() => {
    frame?.current?.append(place)
    return () => place.remove()
  }, [frame, place])

  return createPortal(
    <Activity mode={frame ? 'visible' : 'hidden'}>
      <Main index={index} />
    </Activity>,
    place,
  )
})

function newPlace() {
  const place = document.createElement('div')
  place.className = 'place'
  return place
}

/** What the stop says and asks. Its arrival is told of when it is put in, and not when it is made. */
const Main = memo(function Main({ index }: { index: number }) {
  const screen: Screen = screens[index] ?? screens[0]
  const { brandName, siteDomain } = useBusiness()
  const title = 'title' in screen ? withBrand(screen.title, brandName) : siteDomain
  useArrival(`${title} – Step ${index} of ${LAST} – ${siteDomain}`)
  return (
    <main>
      <Content screen={screen} title={title} />
    </main>
  )
})

function Content({ screen, title }: { screen: Screen; title: string }): ReactNode {
  const { next, back } = useVisit()
  const bar = <StepBar onBack={back} />
  switch (screen.kind) {
    case 'landing':
      return null
    case 'begin':
      return <BeginScreen title={title} />
    case 'questions':
      return (
        <Form onSubmit={next}>
          <QuestionScreen screen={screen} title={title} bar={bar} />
        </Form>
      )
    case 'slide': {
      const Slide = slides[screen.slide]
      return (
        <Form onSubmit={next}>
          <Slide title={title} bar={bar} />
        </Form>
      )
    }
    case 'submit':
      return <SubmitScreen title={title} />
  }
}
