import type { Answers } from '../answers.ts'
import { parseAnswers } from '../parse-answers.ts'
import { QUESTIONNAIRE_VERSION } from '../version.ts'

/** The version that a page with these answers would send: the current one if they are valid now, or else an older one. */
export function versionFor(answers: Answers): string {
  const { problems = {} } = parseAnswers(answers, { askPhone: 'off' }) ?? {}
  return Object.keys(problems).length === 0 ? QUESTIONNAIRE_VERSION : 'older'
}
