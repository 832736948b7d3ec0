import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import type { Visit } from './visit.ts'

export const LONGEST_WAIT_MS = 20_000
/** What our server says of a project that is saved and sent. */
const SAVED = '{}'
/** Browsers send on after their page has gone what has at most 64 KiB; a character has up to three bytes. */
const MOST_SENT_ON = 20_000

/** In which a page that wakes finds that its line is cut, or its wait over. */
const WAKING_MS = 2000

/**
 * True only when our server says that the project is saved and sent; every other end is the failure.
 *
 * A phone puts a page to sleep with its app: the line is cut, or the wait is over before the page hears the answer
 * that has come. So a page that hears nothing while it is put away, or as it wakes, asks again when it is seen.
 */
export async function sendProject(visit: Visit): Promise<boolean> {
  let turnedAt = Number.NEGATIVE_INFINITY
  const note = () => {
    turnedAt = performance.now()
  }
  document.addEventListener('visibilitychange', note)
  const isSaved = await answerTo(visit)
  document.removeEventListener('visibilitychange', note)
  const wasAsleep = document.hidden || performance.now() - turnedAt < WAKING_MS
  if (isSaved !== undefined || !wasAsleep) return isSaved ?? false

  await seen()
  return sendProject(visit)
}

/**
 * Undefined when none was heard. A network that wants a login first, or something in between, may answer 200 as well,
 * or lead elsewhere.
 */
async function answerTo({ id, answers }: Visit): Promise<boolean | undefined> {
  const body = JSON.stringify(answers)
  try {
    const response = await fetch(`/api/projects/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION },
      body,
      redirect: 'error',
      keepalive: body.length <= MOST_SENT_ON,
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    })
    return response.ok && (await response.text()) === SAVED
  } catch {
    return undefined
  }
}

async function seen() {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
