import type { Page } from '@playwright/test'
import { MAX_ANSWER_LENGTH, problemWith } from '../../questionnaire/answers.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { fieldsAsked, type Screen, screens } from '../../questionnaire/screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { expect, test } from '../support/test.ts'
import { openVisitAt } from '../support/visits.ts'

test.use({ settings: { ASK_PHONE: 'optional' } })

/** Values on which a browser and our validator might disagree. */
const plainEmails = `
  jane@example.com a@b a@b.c jane.doe+kitchen@sub.example.co.uk
  .jane.@example.com ja..ne@example.com jane@-example.com jane@example-.com jane@exa--mple.com
  jane@example..com jane@.example.com jane@example.com. jane@ex_ample.com jane@123.456
  jane@[127.0.0.1] jane@example.com,ben@example.com jane jane@ @example.com jane@@example.com
  jané@example.com 小明@example.com jane@müller.example jane@例え.テスト jane@例え。テスト jane@ＥＸＡＭＰＬＥ.com
  jane@straße.example jane@💌.example jane@xn--mller-kva.example jane@xn--a.example
  jane@العربية.example jane@हिन्दी.example`

const emails = [
  ...plainEmails.trim().split(/\s+/),
  "!#$%&'*+/=?^_`{|}~-.@example.com",
  'jane doe@example.com',
  '"jane doe"@example.com',
  'jane@example .com',
  'jane@a\u00adb.example',
  'jane@a\u200db.example',
  `jane@${'a'.repeat(63)}.com`,
  `jane@${'a'.repeat(64)}.com`,
  `jane@${'ü'.repeat(60)}.com`,
  `${'a'.repeat(65)}@example.com`,
  ' jane@example.com ',
  '\tjane@example.com\n',
  'jane@example.com\u00a0',
  '\u00a0jane@example.com',
  'jane\0@example.com',
]

const phones = [
  '5550134',
  '555013',
  '+1 (217) 555-0134 ext. 2',
  '٥٥٥٠١٣٤',
  '１２３４５６７',
  '1\n234567',
  'call me',
]

const texts = [
  'Jane',
  ' Jane ',
  ' ',
  '   ',
  '\t',
  '\u00a0',
  '\u3000\u2003',
  '\ufeff',
  '\u200b',
  '\u2028',
  '\0',
  'Ja\0ne',
  'a\ud800b',
  '\udc00',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u202eabc',
  'اسم',
  '小明',
  '<script>',
  'Other',
  '0',
  '\n',
  ' \n ',
  'one\ntwo',
  'one\r\ntwo',
  '\r',
  '\n one',
]

const longest = [
  'a'.repeat(MAX_ANSWER_LENGTH - 1),
  'a'.repeat(MAX_ANSWER_LENGTH),
  'a'.repeat(MAX_ANSWER_LENGTH + 1),
  '👍'.repeat(MAX_ANSWER_LENGTH / 2),
  `a${'👍'.repeat(MAX_ANSWER_LENGTH / 2)}`,
  `   ${'a'.repeat(MAX_ANSWER_LENGTH)}`,
  'a\n'.repeat(50) + 'a'.repeat(MAX_ANSWER_LENGTH - 100),
  'a\n'.repeat(50) + 'a'.repeat(MAX_ANSWER_LENGTH - 99),
]

const tables: readonly { readonly name: FieldName; readonly values: readonly string[] }[] = [
  { name: 'email', values: [...emails, ...emails.map((email) => email.toUpperCase())] },
  { name: 'phone', values: phones },
  { name: 'firstName', values: texts },
  { name: 'newKitchenImportantFeature', values: texts },
  { name: 'remodellingReasons', values: texts },
]

for (const { name, values } of tables) {
  test(`our validator and the browser agree on ${name}`, async ({ page }) => {
    await openControl(page, name)
    const disagreed: string[] = []
    for (const { value, isValid, shown, answer } of await enterEach(page, name, [
      ...values,
      ...longest,
      '',
    ])) {
      const problem = problemWith(fieldNamed(name), answer)
      const described = `${JSON.stringify(value.slice(0, 40))} stored as ${JSON.stringify(answer.slice(0, 40))}`
      if (isValid && problem)
        disagreed.push(`${described}: our validator rejects what the browser accepted (${problem})`)
      if (!isValid && !problem && !isBrowserStricter(name, value))
        disagreed.push(`${described}: only the browser rejects it`)
      if (isValid) expect(answer, 'the shown value is the stored one').toBe(shown)
    }
    expect(disagreed).toEqual([])
  })
}

/**
 * Our validator is deliberately more lenient in two cases: 'Other' without words is stored as the word Other, and
 * only the browser measures an international domain in its ASCII form.
 */
const isBrowserStricter = (name: FieldName, value: string) =>
  fieldNamed(name).kind === 'choice' || (fieldNamed(name).kind === 'email' && /\P{ASCII}/u.test(value))

async function openControl(page: Page, name: FieldName) {
  await openVisitAt(
    page,
    screens.findLastIndex((screen: Screen) => fieldsAsked(screen, 'optional').includes(name)),
  )
  if (fieldNamed(name).kind === 'choice') await page.getByRole('radio', { name: OTHER, exact: true }).check()
}

/** Pastes each value into the control, and reads the browser's verdict and the stored answer. */
function enterEach(page: Page, name: FieldName, values: readonly string[]) {
  return page.locator(`input[name=${name}]:not([type=radio]), textarea[name=${name}]`).evaluate(
    (control: HTMLInputElement, { given, field, draft }) =>
      given.map((value) => {
        control.focus()
        control.select()
        document.execCommand(value === '' ? 'delete' : 'insertText', false, value)
        const isValid = control.validity.valid
        dispatchEvent(new Event('pagehide'))
        const kept = JSON.parse(sessionStorage.getItem(draft) ?? '{}')
        return { value, isValid, shown: control.value, answer: String(kept.answers[field]) }
      }),
    { given: [...values], field: name, draft: DRAFT_KEY },
  )
}
