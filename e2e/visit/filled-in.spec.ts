import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, openVisitAt, storedDraft } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const CONTACT = firstAsking('firstName')

test('text a browser extension fills in without events is kept, however the screen is left', async ({
  page,
}) => {
  await openVisitAt(page, CONTACT, { firstName: '', lastName: '', city: '' })
  await fillSilently(page, 'firstName', 'Ann')
  await page.locator('[name=lastName]').fill('Lee')
  await expect(page.locator('[name=firstName]')).toHaveValue('Ann')
  await fillSilently(page, 'city', 'Austin')
  await button(page, 'Back').click()
  await waitForScreen(page, CONTACT - 1)
  const filled = { firstName: 'Ann', lastName: 'Lee', city: 'Austin' }
  await expect.poll(async () => (await storedDraft(page))?.answers).toMatchObject(filled)
  await button(page, 'Next').click()
  await waitForScreen(page, CONTACT)
  await fillSilently(page, 'city', 'Boston')
  await page.goBack()
  await waitForScreen(page, CONTACT - 1)
  await expect.poll(async () => (await storedDraft(page))?.answers.city).toBe('Boston')
  await page.goForward()
  await waitForScreen(page, CONTACT)
  await fillSilently(page, 'city', 'Chicago')
  await page.reload()
  expect((await storedDraft(page))?.answers.city).toBe('Chicago')
})

test('a choice a browser extension makes without events is kept', async ({ page }) => {
  const name = 'remodellingReasons'
  const index = firstAsking(name)
  const [first] = fields[name].options
  await openVisitAt(page, index)
  await fillSilently(page, name, first)
  await button(page, 'Next').click()
  await waitForScreen(page, index + 1)
  await expect.poll(async () => (await storedDraft(page))?.answers[name]).toBe(first)
})

/** Sets a control's value past everything that the page's own scripts would see. */
async function fillSilently(page: Page, name: string, answer: string) {
  await page.locator(`[name=${name}]`).evaluateAll((controls: readonly HTMLInputElement[], text) => {
    const radio = controls.find((control) => control.type === 'radio' && control.value === text)
    const box = controls.findLast((control) => control.type !== 'radio')
    if (radio) radio.checked = true
    else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  }, answer)
}
