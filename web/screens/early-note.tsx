import { TRAP_NAME } from '../../questionnaire/visit-signals.ts'
import { useBusiness } from '../ui/business.ts'
import { useVisitState } from '../visit/use-visit.tsx'

/** Above the buttons of the last question: Next sends the answers, if the business has set SEND_EARLY. */
export function EarlyNote() {
  const { brandName, sendEarly } = useBusiness()
  const isSent = useVisitState(({ visit }) => visit.submitPressed)
  return (
    sendEarly &&
    !isSent && (
      <>
        <p className="bar-note early">
          When you press Next, your answers go to {brandName}. You can still change them.
        </p>
        <Trap />
      </>
    )
  )
}

/** On every screen that sends. People do not see it, so a program filled it in. It is not part of the answers. */
export const Trap = () => <input className="trap" name={TRAP_NAME} autoComplete="off" inert />
