import { firstInvalidScreen } from '../../questionnaire/journey.ts'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import { newIdentity } from './new-identity.ts'
import { isSaved, sentStateOf, type Visit, type VisitStore } from './visit.ts'

/** `refused`: the server has other answers under this id, and the visit's write key does not open them. */
export type SendOutcome = 'saved' | 'refused' | 'failed'

/** Resolves to `saved` once the project is saved and sent; never rejects. */
type Send = (visit: Visit) => Promise<SendOutcome>

export type Submission = ReturnType<typeof createSubmission>

export function createSubmission({ current, update, goTo, writeDraft, askPhone }: VisitStore, send: Send) {
  /** The early request that is under way. */
  let early: Promise<void> | null = null

  const isComplete = (visit: Visit) => firstInvalidScreen({ ...visit, askPhone }) === LAST

  /** Stores the changes at once: if the page ends now, the next attempt must use the same id. */
  async function sendWith(changes: Partial<Visit>): Promise<SendOutcome> {
    const visit = { ...current().visit, ...changes }
    update({ visit, lastSaved: null })
    writeDraft(true)
    const outcome = await send(visit)
    if (outcome === 'saved') update({ lastSaved: visit })
    return outcome
  }

  return {
    /** Sends the project once, however often Submit is pressed. If an answer has a problem, goes to its screen. */
    async submit() {
      if (current().sending || isSaved(current())) return
      const invalid = firstInvalidScreen({ ...current().visit, askPhone })
      if (invalid < LAST) return goTo(invalid)

      update({ sending: true })
      if (early) await early
      let outcome = await sendWith({ submitPressed: true, sentEarly: false })
      // As a new project, so that nothing that was typed is lost.
      if (outcome === 'refused') outcome = await sendWith(newIdentity())
      update({ sending: false, outcome: outcome === 'saved' ? 'saved' : 'failed' })
      writeDraft(true)
    },

    /** Next on the last question lets the page send the answers before Submit, unless Submit has been pressed already. */
    allowEarly() {
      const { screen, visit } = current()
      if (screen === LAST_WITH_QUESTIONS && !visit.submitPressed && isComplete(visit))
        update({ visit: { ...visit, submitPressed: true, sentEarly: true } })
    },

    /** Sends the answers before Submit, silently. Once they are saved, later changes wait until the page is left. */
    sendEarly(isLeaving: boolean) {
      const { visit, sending } = current()
      const sent = sentStateOf(current())
      const isDue = sent === 'unconfirmed' || (isLeaving && sent === 'changed')
      if (!visit.sentEarly || !isDue || sending || early || !isComplete(visit)) return
      early = sendWith({}).then(() => {
        early = null
      })
    },

    closeOutcome: () => update({ outcome: null }),
  }
}
