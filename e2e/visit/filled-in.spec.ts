import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { fieldsOf, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { SETTLING_MS } from '../../web/ui/use-settled.ts'
import { expect, test } from '../test.ts'
import { answersBefore, button, keptDraft, visitAt } from '../visits.ts'
import { arrived, forward, goodAnswer, walk } from '../walker.ts'

for (const index of [firstAsking('email'), firstAsking('yearBuilt'), firstAsking('firstName')]) {
  test(`what a program puts into ${pathOf(index)} without a word to the page is kept`, async ({ page }) => {
    await page.goto('/')
    await walk(page, { to: index - 1 })
    await forward(page, index - 1).click()
    await arrived(page, index)
    // Whatever is drawn anew until then takes such a text back.
    await page.waitForTimeout(2 * SETTLING_MS)
    const answers = answersBefore(index + 1)
    for (const name of fieldsOf(screens[index] ?? screens[0])) await putIn(page, name, answers[name])
    await forward(page, index).click()
    await arrived(page, index + 1)
    await expect.poll(async () => (await keptDraft(page))?.answers).toEqual(answers)
  })
}

test('what a program puts in without a word to the page stays however the screen is left', async ({
  page,
}) => {
  const index = firstAsking('firstName')
  await visitAt(page, index, { firstName: '', lastName: '', city: '' })
  // A form of the program's own is none of the visit's.
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('afterbegin', '<form><input name="email" required></form>'),
  )
  await putIn(page, 'firstName', 'Ann')
  await page.locator('[name=lastName]').fill('Lee')
  await expect(page.locator('[name=firstName]')).toHaveValue('Ann')
  await expect.poll(async () => (await keptDraft(page))?.answers.firstName).toBe('Ann')
  await putIn(page, 'city', 'Austin')
  await button(page, 'Back').click()
  await arrived(page, index - 1)
  const filled = { email: goodAnswer('email'), firstName: 'Ann', lastName: 'Lee', city: 'Austin' }
  await expect.poll(async () => (await keptDraft(page))?.answers).toMatchObject(filled)
  await button(page, 'Next').click()
  await arrived(page, index)
  await putIn(page, 'city', 'Boston')
  await page.goBack()
  await arrived(page, index - 1)
  await expect.poll(async () => (await keptDraft(page))?.answers.city).toBe('Boston')
  await page.goForward()
  await arrived(page, index)
  await putIn(page, 'city', 'Chicago')
  await page.reload()
  expect((await keptDraft(page))?.answers.city).toBe('Chicago')

  // After a 'Change', Back is no step of the browser's.
  await visitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await page.getByRole('link', { name: 'Change', description: fields.city.label, exact: true }).click()
  await arrived(page, index)
  await putIn(page, 'city', 'Denver')
  await button(page, 'Back').click()
  await arrived(page, index - 1)
  await expect.poll(async () => (await keptDraft(page))?.answers.city).toBe('Denver')
})

test('what a program chooses, or writes beside Other, stays marked and is kept', async ({ page }) => {
  const name = 'remodellingReasons'
  const index = firstAsking(name)
  const [first] = fields[name].options
  await visitAt(page, index)
  await putIn(page, name, OTHER)
  await button(page, 'Next').click()
  await expect(page.getByRole('textbox')).toBeFocused()
  await putIn(page, name, first)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect(page.getByRole('radio', { name: first })).toBeChecked()
  expect((await keptDraft(page))?.answers[name]).toBe(first)
  await page.getByRole('radio', { name: OTHER, exact: true }).check()
  await putIn(page, name, 'It is too dark.')
  await button(page, 'Next').click()
  await arrived(page, index + 1)
  await expect.poll(async () => (await keptDraft(page))?.answers[name]).toBe('It is too dark.')

  const house = firstAsking('typeOfArchitecture')
  await visitAt(page, house)
  await putIn(page, 'typeOfArchitecture', goodAnswer('typeOfArchitecture'))
  await button(page, 'Next').click()
  await arrived(page, house + 1)
})

/** As an extension of the browser does it, past what the page's own scripts would see. */
async function putIn(page: Page, name: string, answer: string) {
  await page.locator(`[name=${name}]`).evaluateAll((controls: readonly HTMLInputElement[], text) => {
    const radio = controls.find((control) => control.type === 'radio' && control.value === text)
    const box = controls.findLast((control) => control.type !== 'radio')
    if (radio) radio.checked = true
    else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text)
  }, answer)
}
