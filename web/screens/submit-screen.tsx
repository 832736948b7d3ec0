import { LAST } from '../../questionnaire/screens.ts'
import { ProjectBrief } from '../brief/project-brief.tsx'
import { Picture } from '../pictures/picture.tsx'
import { Form } from '../ui/form.tsx'
import { Heading } from '../ui/heading.tsx'
import { Full } from '../ui/layout.tsx'
import { StepBar } from '../ui/step-bar.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { sentStateOf } from '../visit/visit.ts'
import { AfterSubmit } from './after-submit.tsx'
import { Trap } from './early-note.tsx'
import { PrivacyLink } from './privacy-link.tsx'
import { ReviewAnswers } from './review-answers.tsx'
import { SentNote } from './sent-note.tsx'
import { sentWords } from './sent-words.ts'

export const finishedKitchen = (
  <Picture name="thanks" crop="wide" phoneCrop="phone" uprightCrop="upright" sizes="100vw" alt="" />
)

/** The last screen. After a success its button is Go Home. */
export function SubmitScreen({ title }: { title: string }) {
  const { submit, back, leave } = useVisit()
  const sent = useVisitState(sentStateOf)
  const isSubmitted = sent === 'saved'

  return (
    <Form onSubmit={isSubmitted ? leave : submit}>
      <Full
        className="submit"
        pigment="green"
        bar={
          <StepBar back="The end" next={isSubmitted ? 'Go Home' : 'Submit'} last onBack={back}>
            <SentNote screen={LAST} />
          </StepBar>
        }
      >
        <div className="submit-picture">{finishedKitchen}</div>
        <div className="submit-panel">
          <Heading>{title}</Heading>
          {/* With a key, so that a browser that has translated it gets the new words. */}
          <p key={sent}>
            <b>{sentWords[sent]}.</b>{' '}
            {sent === 'early'
              ? 'Press Submit to confirm them.'
              : `${isSubmitted ? 'A' : 'Press Submit, and a'} design specialist will reach out to you.`}
          </p>
          <PrivacyLink />
        </div>
        {isSubmitted && <AfterSubmit />}
        <Trap />
        <ReviewAnswers />
        <ProjectBrief />
      </Full>
    </Form>
  )
}
