import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { LONGEST_WAIT_MS } from './fault.ts'
import { type Answer, call } from './http-call.ts'
import type { Oracle, Told } from './oracle.ts'

/** The one text of every failure (docs/product.md, Submit). */
export const FAILURE_TEXT = 'Something went wrong. Try again later.'
export const SUCCESS_TEXT = 'Your details have been saved'

export const newId = () => randomBytes(16).toString('base64url')

/** The comments name the project, so that its e-mail can be told whichever way it went. */
export const answersOf = (id: string, changes: Partial<Answers> = {}): Answers =>
  sampleAnswers({ additionalComments: `Project ${id}`, ...changes })

export interface Tried extends Answer {
  readonly told: Told
}

/** Visitors who keep their own log of what they were told. */
export function createVisitors(oracle: Oracle) {
  const seen = { wrongText: 0, longestWaitMs: 0 }

  /** Presses Submit once. */
  async function tryOnce(origin: string, id: string, answers: Answers = answersOf(id)): Promise<Tried> {
    oracle.asked(id, answers)
    const answer = await call(`${origin}/api/projects/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION },
      body: JSON.stringify(answers),
      timeoutMs: LONGEST_WAIT_MS,
    })
    const told = toldBy(answer)
    oracle.told(id, told)
    seen.longestWaitMs = Math.max(seen.longestWaitMs, answer.ms)
    if (!isInTheAgreedWords(answer)) seen.wrongText += 1
    return { ...answer, told }
  }

  return {
    seen,
    tryOnce,
    /** Presses Submit until it is saved; the origin may be another one each time. */
    async trySteadily(originOf: () => string, id: string, longestMs = 180_000): Promise<boolean> {
      const end = performance.now() + longestMs
      while (performance.now() < end) {
        if ((await tryOnce(originOf(), id)).told === 'success') return true
        await pause(100 + Math.random() * 300)
      }
      return false
    },
  }
}

export type Visitors = ReturnType<typeof createVisitors>

function toldBy({ status }: Answer): Told {
  if (status === 0) return 'unknown'
  return status >= 200 && status < 300 ? 'success' : 'failure'
}

export function isInTheAgreedWords({ status, body }: Answer): boolean {
  if (status === 0) return true
  if (status < 300) return body === '{}'
  try {
    return JSON.parse(body).message === FAILURE_TEXT
  } catch {
    return false
  }
}
