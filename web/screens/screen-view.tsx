import { type ReactNode, useEffect } from 'react'
import { TAGLINE, withBrand } from '../../questionnaire/business.ts'
import { LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { useBusiness } from '../business.ts'
import { slides } from '../slides/slides.ts'
import { Form } from '../ui/form.tsx'
import { HEADING } from '../ui/heading.tsx'
import { StepBar } from '../ui/step-bar.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useVisit } from '../visit/use-visit.tsx'
import { BeginScreen } from './begin-screen.tsx'
import { Landing } from './landing.tsx'
import { PicturesAhead } from './pictures-ahead.tsx'
import { QuestionScreen } from './question-screen.tsx'
import { SubmitScreen } from './submit-screen.tsx'

/** One stop of the visit: what is said, in the frame that all stops share. */
export function ScreenView({ index }: { index: number }) {
  const screen: Screen = screens[index] ?? screens[0]
  const { brandName, siteDomain } = useBusiness()
  const title = 'title' in screen ? withBrand(screen.title, brandName) : siteDomain
  useArrival(index === 0 ? siteDomain : `${title} – Step ${index} of ${LAST} – ${siteDomain}`)

  return (
    <>
      {screen.kind === 'landing' ? (
        <Landing />
      ) : (
        <div className="app">
          <TopBar brand={brandName} tagline={TAGLINE} step={index} steps={LAST} />
          <main>
            {/* The key makes each stop a new one: nothing typed on one is shown on the next. The bar above stays. */}
            <Stop key={index} screen={screen} title={title} />
          </main>
        </div>
      )}
      <PicturesAhead of={index + 1} />
    </>
  )
}

function Stop({ screen, title }: { screen: Exclude<Screen, { kind: 'landing' }>; title: string }): ReactNode {
  const { back, next } = useVisit()
  if (screen.kind === 'submit') return <SubmitScreen title={title} />
  if (screen.kind === 'begin') return <BeginScreen title={title} />

  const bar = <StepBar onBack={back} />
  const Slide = screen.kind === 'slide' ? slides[screen.slide].Slide : null
  return (
    <Form onSubmit={next}>
      {Slide ? <Slide title={title} bar={bar} /> : null}
      {screen.kind === 'questions' && <QuestionScreen screen={screen} title={title} bar={bar} />}
    </Form>
  )
}

/** The document follows the visitor: title, top of the page, focus on the new heading. */
function useArrival(title: string) {
  const { moved } = useVisit()
  useEffect(() => {
    document.title = title
    if (!moved) return
    scrollTo(0, 0)
    document.getElementById(HEADING)?.focus({ preventScroll: true })
  }, [title, moved])
}
