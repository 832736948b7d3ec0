import { useEffect } from 'react'
import { replyText } from '../../questionnaire/business.ts'
import { CallUs, NextSteps } from '../brief/brief-parts.tsx'
import { useBusiness } from '../ui/business.ts'
import { Printer } from '../ui/icons.tsx'
import { useVisitState } from '../visit/use-visit.tsx'

/** On the last screen after a success: what happens next, and how to reach the business. */
export function AfterSubmit() {
  const { profile, prices } = useBusiness()
  // A visit from a brief gets no second copy.
  const email = useVisitState(({ visit }) => visit.changedAt !== null && visit.answers.email)
  // Scrolls to the top, because this appears above the review, which may be open and long.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <div className="after">
      <section>
        <h2>What happens next</h2>
        <NextSteps isSent fee={prices.fee} when={replyText(profile)} />
      </section>
      <section>
        <h2>Your copy</h2>
        {profile.sendsCopy && email && (
          <p>
            A copy is on its way to <b>{email}</b>.
            <small>Not there after a few minutes? Check your spam folder.</small>
          </p>
        )}
        <button className="button secondary" type="button" onClick={() => print()}>
          <Printer />
          Print
        </button>
        <CallUs />
      </section>
    </div>
  )
}
