import { expect } from '@playwright/test'
import type { Answers } from '../questionnaire/answers.ts'
import { BRAND_NAME } from '../questionnaire/business.ts'
import { rowsOf } from '../questionnaire/project.ts'
import type { SentEmail } from './product.ts'

/** Every question stands in the e-mail with its answer, line by line, and a reply goes to the visitor. */
export function expectEmailSays(email: SentEmail | undefined, answers: Answers): void {
  const { headers = '', text = '' } = email ?? {}
  for (const { question, answer } of rowsOf(answers, BRAND_NAME)) {
    const lines = (answer || '(not answered)').split('\n').map((line) => `  ${line}`)
    expect(text).toContain(`\n${question}\n${lines.join('\n')}\n`)
  }
  expect(headers).toContain(`Reply-To: ${answers.email}`)
}
