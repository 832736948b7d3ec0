import { sentAnswers } from '../../questionnaire/answers.ts'
import { SAVED_BODY } from '../../questionnaire/project.ts'
import { WRITE_KEY_HEADER } from '../../questionnaire/write-key.ts'
import type { SendOutcome } from './submission.ts'
import type { Visit } from './visit.ts'

export const TIMEOUT_MS = 20_000
const SAVED_TEXT = JSON.stringify(SAVED_BODY)
/** Browsers allow 64 KiB for requests that outlive their page, and a character takes up to three bytes. */
const KEEPALIVE_MAX_LENGTH = 20_000
/** How long a page needs after waking up to notice that its request has failed. */
const WAKE_UP_MS = 2000

/** Headers of questionnaire/version.ts, visit-signals.ts and source-parameters.ts. */
type Signals = Readonly<Record<string, string>>

/**
 * `saved` only if our server confirms that the project is saved and sent. Anything else but a refusal is a failure.
 *
 * A phone suspends a page in the background: the connection drops, or the time-out passes before the page can read the
 * response. So a page that got no response while it was hidden, or just after, tries again when it is visible.
 */
export async function sendProject(visit: Visit, signals: Signals = {}): Promise<SendOutcome> {
  let visibilityChangedAt = Number.NEGATIVE_INFINITY
  const noteVisibility = () => {
    visibilityChangedAt = performance.now()
  }
  document.addEventListener('visibilitychange', noteVisibility)
  const outcome = await request(visit, signals)
  document.removeEventListener('visibilitychange', noteVisibility)
  const wasSuspended = document.hidden || performance.now() - visibilityChangedAt < WAKE_UP_MS
  if (outcome !== undefined || !wasSuspended) return outcome ?? 'failed'

  await untilVisible()
  return sendProject(visit, signals)
}

/**
 * Undefined if there was no response. The body is compared because a network with a login page, or a proxy, may answer
 * 200 too.
 */
async function request({ id, writeKey, answers }: Visit, signals: Signals): Promise<SendOutcome | undefined> {
  const body = JSON.stringify(sentAnswers(answers))
  try {
    const response = await fetch(`/api/projects/${id}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        [WRITE_KEY_HEADER]: writeKey,
        ...signals,
      },
      body,
      redirect: 'error',
      keepalive: body.length <= KEEPALIVE_MAX_LENGTH,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 409) return 'refused'
    return response.ok && (await response.text()) === SAVED_TEXT ? 'saved' : 'failed'
  } catch {
    return undefined
  }
}

async function untilVisible() {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
