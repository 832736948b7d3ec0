import type { Page } from '@playwright/test'
import { type FieldName, fieldNamed, fields } from '../../questionnaire/fields.ts'
import { firstAsking, firstRequiredChoice } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, openVisitAt, storedDraft } from '../support/visits.ts'
import { answerScreen, nextButton, waitForScreen } from '../support/walker.ts'

/** One field of each kind. The tests in web/fields check the attributes of all others. */
const ofEachKind: readonly FieldName[] = [
  'email',
  'yearBuilt',
  'typeOfArchitecture',
  'remodellingReasons',
  'newKitchenImportantFeature',
  'firstName',
]

const CONTACT = firstAsking('firstName')

test('the browser keeps the visitor on a screen until its question is answered', async ({ page }) => {
  for (const name of ofEachKind) {
    const index = firstAsking(name)
    await openVisitAt(page, index, { email: name === 'email' ? 'x' : 'jane@example.com' })
    await expect(page.locator('form')).not.toHaveAttribute('novalidate')
    const control = page.locator(`[name=${name}]`).first()
    if (fieldNamed(name).kind !== 'choice') {
      await answerScreen(page, index)
      await empty(page, name)
    }
    await nextButton(page, index).click()
    await expect(control, name).toBeFocused()
    await expect(control, name).toBeInViewport()
    await expect(control, name).toHaveJSProperty('validity.valueMissing', true)
    await expect(control, name).toHaveJSProperty('validity.customError', false)
    if (name === 'email') {
      await control.fill('jane at home')
      await nextButton(page, index).click()
      await expect(control).toHaveJSProperty('validity.typeMismatch', true)
    }
    await answerScreen(page, index)
    await nextButton(page, index).click()
    await waitForScreen(page, index + 1)
  }
})

async function empty(page: Page, name: FieldName) {
  const control = page.locator(`[name=${name}]`)
  if (fieldNamed(name).kind === 'dropdown') await control.selectOption({ value: '' }, { force: true })
  else await control.fill('')
}

test('Enter submits the form, goes to the next field on a touch screen, and adds a line in a text area', async ({
  page,
}) => {
  const comments = page.locator('[name=additionalComments]')
  await openVisitAt(page, firstAsking('additionalComments'))
  await comments.fill('one')
  await comments.press('Enter')
  await expect(comments).toHaveValue('one\n')

  await openVisitAt(page, CONTACT)
  await answerScreen(page, CONTACT)
  await page.getByLabel(fields.lastName.label).press('Enter')
  await waitForScreen(page, CONTACT + 1)

  await openVisitAt(page, CONTACT)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.getByLabel(fields.firstName.label).press('Enter')
  await expect(page.getByLabel(fields.lastName.label)).toBeFocused()
  await expect(page.locator(':user-invalid')).toHaveCount(0)
})

test('a rejected field is marked, also for assistive technology, until it is corrected', async ({ page }) => {
  await openVisitAt(page, firstAsking('newKitchenImportantFeature'))
  const box = page.locator('textarea')
  const border = () => box.evaluate((area) => getComputedStyle(area).borderColor)
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await box.focus()
  const usual = await border()
  await button(page, 'Next').click()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(await border()).not.toBe(usual)
  await box.pressSequentially('A')
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  expect(await border()).toBe(usual)

  await openVisitAt(page, firstRequiredChoice())
  await button(page, 'Next').click()
  await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio').first().check()
  await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'false')
})

test('text that a browser extension fills in without events is kept, however the visitor leaves', async ({
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

test('a choice that a browser extension makes without events is kept', async ({ page }) => {
  const name = 'remodellingReasons'
  const index = firstAsking(name)
  const [first] = fields[name].options
  await openVisitAt(page, index)
  await fillSilently(page, name, first)
  await button(page, 'Next').click()
  await waitForScreen(page, index + 1)
  await expect.poll(async () => (await storedDraft(page))?.answers[name]).toBe(first)
})

/** Sets a control's value without anything that the page's own scripts could notice. */
async function fillSilently(page: Page, name: string, answer: string) {
  await page.locator(`[name=${name}]`).evaluateAll((controls: readonly HTMLInputElement[], text) => {
    const radio = controls.find((control) => control.type === 'radio' && control.value === text)
    const box = controls.findLast((control) => control.type !== 'radio')
    if (radio) radio.checked = true
    else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  }, answer)
}
