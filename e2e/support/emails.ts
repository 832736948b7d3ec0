import { expect } from '@playwright/test'
import type { Answers } from '../../questionnaire/answers.ts'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import type { ReadEmail } from '../../server/testing/read-email.ts'

/** Expects every question with its answer in the email, and the visitor as the recipient of a reply. */
export function expectEmailContains(email: ReadEmail | undefined, answers: Answers): void {
  const text = email?.text.replaceAll('\r\n', '\n') ?? ''
  for (const { question, answer } of rowsOf(answers, BRAND_NAME)) {
    const lines = (answer || '(not answered)').split('\n').map((line) => `  ${line}`)
    expect(text).toContain(`\n${question}\n${lines.join('\n')}\n`)
  }
  expect(email?.headers.get('reply-to')).toBe(answers.email)
}
