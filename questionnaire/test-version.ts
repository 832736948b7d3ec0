import type { Answers } from './answers.ts'
import { readAnswers } from './read-answers.ts'
import { QUESTIONNAIRE_VERSION } from './version.ts'

/**
 * What a page names that sends such answers: today's version where today's questions take them, and otherwise another,
 * as from before the owner changed the questions.
 */
export function versionFor(answers: Answers): string {
  const { problems = {} } = readAnswers(answers, { sameVersion: true }) ?? {}
  return Object.keys(problems).length === 0 ? QUESTIONNAIRE_VERSION : 'another'
}
