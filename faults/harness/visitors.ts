import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answers } from '../../questionnaire/answers.ts'
import { FAILED_MESSAGE } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { SECONDS_HEADER } from '../../questionnaire/visit-signals.ts'
import { type HttpResponse, httpCall } from './http-call.ts'
import type { Oracle, Outcome } from './oracle.ts'

/** A visitor's browser waits this long. */
export const BROWSER_TIMEOUT_MS = 20_000

export const newId = () => randomBytes(16).toString('base64url')
export const newIds = (count: number) => Array.from({ length: count }, newId)

/** The headers that the page sends after a visit of five minutes. */
export const PAGE_HEADERS = {
  'content-type': 'application/json',
  [VERSION_HEADER]: QUESTIONNAIRE_VERSION,
  [SECONDS_HEADER]: '300',
}

/** The comments contain the id, so that an email from any mailer can be matched to its project. */
export const answersOf = (id: string, changes: Partial<Answers> = {}): Answers =>
  sampleAnswers({ additionalComments: `Project ${id}`, ...changes })

export interface Attempt extends HttpResponse {
  readonly outcome: Outcome
}

/** Visitors who submit over HTTP and report to the oracle what they saw. */
export function createVisitors(oracle: Oracle) {
  const seen = { wrongText: 0, longestWaitMs: 0 }

  async function submit(origin: string, id: string, answers: Answers = answersOf(id)): Promise<Attempt> {
    oracle.submitted(id, answers)
    const response = await httpCall(`${origin}/api/projects/${id}`, {
      method: 'PUT',
      headers: PAGE_HEADERS,
      body: JSON.stringify(answers),
      timeoutMs: BROWSER_TIMEOUT_MS,
    })
    const outcome = outcomeOf(response)
    oracle.saw(id, outcome)
    seen.longestWaitMs = Math.max(seen.longestWaitMs, response.ms)
    if (!isExpectedText(response)) seen.wrongText += 1
    return { ...response, outcome }
  }

  return {
    seen,
    submit,
    /** Submits until the visitor sees a success. Returns false if that takes too long. */
    async submitUntilSaved(originOf: () => string, id: string, timeoutMs = 180_000): Promise<boolean> {
      const end = performance.now() + timeoutMs
      while (performance.now() < end) {
        if ((await submit(originOf(), id)).outcome === 'success') return true
        await pause(100 + Math.random() * 300)
      }
      return false
    },
  }
}

export type Visitors = ReturnType<typeof createVisitors>

function outcomeOf({ status }: HttpResponse): Outcome {
  if (status === 0) return 'unknown'
  return status < 300 ? 'success' : 'failure'
}

/** True if the body is the one that the API specifies for this status. */
export function isExpectedText({ status, body }: HttpResponse): boolean {
  if (status === 0) return true
  if (status < 300) return body === '{}'
  try {
    return JSON.parse(body).message === FAILED_MESSAGE
  } catch {
    return false
  }
}
