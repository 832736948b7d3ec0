import { firstInvalidScreen } from '../../questionnaire/journey.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { newIdentity } from './new-identity.ts'
import { isSaved, type Visit, type VisitStore } from './visit.ts'

/** `refused`: the server has other answers under this id, and the visit's write key does not open them. */
export type SendOutcome = 'saved' | 'refused' | 'failed'

/** Resolves to `saved` once the project is saved and sent; never rejects. */
type Send = (visit: Visit) => Promise<SendOutcome>

export type Submission = ReturnType<typeof createSubmission>

export function createSubmission({ current, update, goTo, writeDraft }: VisitStore, send: Send) {
  /** Stores the changes at once: if the page ends now, the next attempt must use the same id. */
  async function sendWith(changes: Partial<Visit>): Promise<SendOutcome> {
    const visit = { ...current().visit, ...changes }
    update({ visit })
    writeDraft(true)
    const outcome = await send(visit)
    if (outcome === 'saved') update({ lastSaved: visit })
    return outcome
  }

  return {
    /** Sends the project once, however often Submit is pressed. If an answer has a problem, goes to its screen. */
    async submit() {
      if (current().sending || isSaved(current())) return
      const invalid = firstInvalidScreen(current().visit)
      if (invalid < LAST) return goTo(invalid)

      update({ sending: true, lastSaved: null })
      let outcome = await sendWith({ submitPressed: true })
      // As a new project, so that nothing that was typed is lost.
      if (outcome === 'refused') outcome = await sendWith(newIdentity())
      update({ sending: false, outcome: outcome === 'saved' ? 'saved' : 'failed' })
      writeDraft(true)
    },

    closeOutcome: () => update({ outcome: null }),
  }
}
