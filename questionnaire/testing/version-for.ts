import type { Answers } from '../answers.ts'
import { readAnswers } from '../read-answers.ts'
import { QUESTIONNAIRE_VERSION } from '../version.ts'

/** The version that a page with these answers would send: the current one if they are valid now, or else an older one. */
export function versionFor(answers: Answers): string {
  const { problems = {} } = readAnswers(answers, { sameVersion: true }) ?? {}
  return Object.keys(problems).length === 0 ? QUESTIONNAIRE_VERSION : 'older'
}
