import type { ReactNode } from 'react'
import { type Business, withBrand } from '../../questionnaire/business.ts'
import { LAST, LAST_WITH_QUESTIONS, type Screen, screens } from '../../questionnaire/screens.ts'
import { slides } from '../slides/slides.tsx'
import { useBusiness } from '../ui/business.ts'
import { Form } from '../ui/form.tsx'
import { StepBar } from '../ui/step-bar.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { sentStateOf } from '../visit/visit.ts'
import { BeginScreen } from './begin-screen.tsx'
import { EarlyNote } from './early-note.tsx'
import { QuestionScreen } from './question-screen.tsx'
import { SentNote } from './sent-note.tsx'
import { SubmitScreen } from './submit-screen.tsx'
import { useArrival } from './use-arrival.ts'

/** Any screen but the landing. */
export function ScreenHost({ index }: { index: number }) {
  const business = useBusiness()
  useArrival(documentTitleOf(index, business))
  return (
    <main>
      <Content index={index} title={titleOf(index, business)} />
    </main>
  )
}

/** The title of the document while a screen other than the landing is shown. */
export const documentTitleOf = (index: number, business: Business) =>
  `${titleOf(index, business)} – Step ${index} of ${LAST} – ${business.siteDomain}`

function titleOf(index: number, { brandName, siteDomain }: Business) {
  const screen = screenAt(index)
  return 'title' in screen ? withBrand(screen.title, brandName) : siteDomain
}

export const screenAt = (index: number): Screen => screens[index] ?? screens[0]

function Content({ index, title }: { index: number; title: string }): ReactNode {
  const { next, back, backToReview, openDetail, closeDetail } = useVisit()
  const sent = useVisitState(sentStateOf)
  const detail = useVisitState((state) => state.detail)
  const screen = screenAt(index)
  const fromReview = useVisitState((state) => state.fromReview) && screen.kind === 'questions'
  const bar = (
    <StepBar onBack={back} onNext={fromReview ? next : undefined}>
      {index > LAST_WITH_QUESTIONS && <SentNote screen={index} />}
      {index === LAST_WITH_QUESTIONS && <EarlyNote />}
    </StepBar>
  )
  switch (screen.kind) {
    case 'landing':
      return null
    case 'begin':
      return <BeginScreen title={title} />
    case 'questions':
      return (
        <Form onSubmit={fromReview ? backToReview : next}>
          <QuestionScreen screen={screen} title={title} bar={bar} />
        </Form>
      )
    case 'slide': {
      const Slide = slides[screen.slide].Content
      return (
        <Form onSubmit={next}>
          <Slide
            title={title}
            bar={bar}
            isSent={sent === 'early' || sent === 'saved'}
            detail={detail}
            onOpen={openDetail}
            onClose={closeDetail}
          />
        </Form>
      )
    }
    case 'submit':
      return <SubmitScreen title={title} />
  }
}
