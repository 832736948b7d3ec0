import { type SendResult, sendNow } from '../outbox/send-now.ts'
import type { ProjectServices } from './project-services.ts'
import { type Saved, type Submission, saveProject } from './save-project.ts'

export interface Submitted {
  readonly change: Saved['change']
  /** `sent before`: there was nothing to send. `failed`: a message was not sent, and the loop retries it later. */
  readonly sending: SendResult
}

export interface SubmitServices extends ProjectServices {
  /** Called for each new project that is neither suspicious nor a test. */
  readonly onCreated: () => void
}

/**
 * Saves a project, then sends what the visitor waits for: the document, and the email to the specialist.
 *
 * Saving comes first so that a failing service never loses a project. The visitor may retry under the same id: what is
 * saved is not saved again, and what was sent is not sent again. The outbox's loop sends the rest. Rejects only if the
 * database fails.
 */
export async function submitProject(submission: Submission, services: SubmitServices): Promise<Submitted> {
  const { change, awaited } = await saveProject(submission, services)
  if (change === 'created' && !submission.suspicion && !submission.isTest) services.onCreated()
  const sending = awaited.map(({ channel, claim }) =>
    sendNow({ projectId: submission.id, channel }, claim, services),
  )
  // Wait for all of them, then throw the first error.
  await Promise.allSettled(sending)
  return { change, sending: worstOf(await Promise.all(sending)) }
}

function worstOf(outcomes: readonly SendResult[]): SendResult {
  if (outcomes.includes('failed')) return 'failed'
  return outcomes.includes('sent') ? 'sent' : 'sent before'
}
