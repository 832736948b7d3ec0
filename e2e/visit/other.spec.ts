import type { Page } from '@playwright/test'
import { LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import { fieldNamed, fieldNames, fields } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { isAsked, LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, headingOf, keptDraft, titleOf, visitAt } from '../visits.ts'
import { arrived } from '../walker.ts'

const NAME = 'remodellingReasons'
const SCREEN = firstAsking(NAME)
const [FIRST, SECOND] = fields[NAME].options

const other = (page: Page) => page.getByRole('radio', { name: OTHER, exact: true })
const box = (page: Page) => page.getByRole('textbox')
const kept = async (page: Page) => (await keptDraft(page))?.answers[NAME]

test('every question with Other has the same box', async ({ page }) => {
  const withOther = fieldNames.filter((name) => {
    const field = fieldNamed(name)
    return field.kind === 'choice' && field.other && isAsked(name)
  })
  expect(withOther).not.toEqual([])
  for (const name of withOther) {
    const index = firstAsking(name)
    await visitAt(page, index)
    await expect(box(page), pathOf(index)).toBeDisabled()
    await other(page).check()
    await expect(box(page)).toBeEnabled()
    await expect(box(page)).toHaveAttribute('required')
    await expect(box(page)).toHaveAttribute('maxlength', String(LONGEST_ANSWER))
    await expect(box(page)).toHaveAttribute('name', name)
    await expect(box(page)).toHaveAccessibleName(`Other ${await heading(page).innerText()}`)
  }
})

test('the box is disabled and empty unless Other is chosen, and a fixed option clears it', async ({
  page,
}) => {
  await visitAt(page, SCREEN)
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('')
  await page.getByRole('radio', { name: FIRST }).check()
  await expect(box(page)).toBeDisabled()
  await other(page).check()
  await expect(box(page)).toBeEnabled()
  await expect(other(page), 'choosing Other does not move the focus').toBeFocused()
  await box(page).fill('The cat needs a door.')
  await page.getByRole('radio', { name: SECOND }).check()
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('')
  await other(page).check()
  await expect(box(page)).toHaveValue('')
})

test('a press on the box that waits for Other chooses Other, and the next one is for its words', async ({
  page,
}) => {
  await visitAt(page, SCREEN)
  await box(page).click({ force: true })
  await expect(other(page)).toBeChecked()
  await box(page).click()
  await expect(box(page)).toBeFocused()
})

test('Other with an empty box is stored as Other, and the box keeps the visitor there', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await expect.poll(() => kept(page)).toBe(OTHER)
  await button(page, 'Next').click()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveJSProperty('validity.valueMissing', true)
  await expect(heading(page)).toHaveText(headingOf(SCREEN))

  await box(page).fill('The cat needs a door.')
  await expect.poll(() => kept(page)).toBe('The cat needs a door.')
  await box(page).fill('')
  await expect.poll(() => kept(page)).toBe(OTHER)
  await expect(other(page)).toBeChecked()
  await expect(box(page)).toBeEnabled()
})

test("the browser's buttons do not pass an Other without words", async ({ page }) => {
  await visitAt(page, SCREEN + 1)
  await page.goBack()
  await arrived(page, SCREEN)
  await other(page).check()
  await page.goForward()
  await arrived(page, SCREEN)
  await expect(heading(page)).toHaveText(headingOf(SCREEN))
  await expect(other(page)).toBeChecked()
  await box(page).fill('The cat needs a door.')
  await button(page, 'Next').click()
  await arrived(page, SCREEN + 1)

  await visitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await page.getByRole('link', { name: 'Change', description: titleOf(SCREEN) }).click()
  await arrived(page, SCREEN)
  await other(page).check()
  await page.goBack()
  await arrived(page, SCREEN)
  await page.getByRole('radio', { name: FIRST }).check()
  await button(page, 'Next').click()
  await arrived(page, SCREEN + 1)
})

test('white space alone is empty', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await box(page).pressSequentially('  ')
  await box(page).press('Enter')
  await box(page).pressSequentially('\u00a0 ')
  await expect(box(page)).toHaveValue('')
  await button(page, 'Next').click()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveJSProperty('validity.valueMissing', true)
  await box(page).pressSequentially('two words ')
  await expect(box(page)).toHaveValue('two words ')
})

test('a box that was found wanting is so no longer once another option is chosen', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await button(page, 'Next').click()
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio').first().check()
  await expect(box(page)).not.toHaveAttribute('aria-invalid', 'true')
})

test('a blank typed before the words leaves the caret where it is', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await box(page).pressSequentially('island')
  await box(page).press('ControlOrMeta+Home')
  await box(page).pressSequentially(' an ')
  await expect(box(page)).toHaveValue(' an island')
})

test('on return Other is marked and its text shown', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await box(page).fill('The cat needs a door.\nAnd the dog.')
  await button(page, 'Next').click()
  await arrived(page, SCREEN + 1)
  await button(page, 'Back').click()
  await arrived(page, SCREEN)
  await expect(other(page)).toBeChecked()
  await expect(box(page)).toBeEnabled()
  await expect(box(page)).toHaveValue('The cat needs a door.\nAnd the dog.')
})

test('on return the bare word Other is an empty box', async ({ page }) => {
  await visitAt(page, SCREEN)
  await other(page).check()
  await button(page, 'Back').click()
  await arrived(page, SCREEN - 1)
  await button(page, 'Next').click()
  await arrived(page, SCREEN)
  await expect(other(page)).toBeChecked()
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeEnabled()
})

for (const words of [FIRST, `${SECOND} and more`, 'Other', 'Other things', 'other']) {
  test(`typing '${words}' never flips or blanks the control`, async ({ page }) => {
    await visitAt(page, SCREEN)
    await other(page).check()
    await box(page).focus()
    for (let length = 1; length <= words.length; length++) {
      await page.keyboard.type(words.charAt(length - 1))
      await expect(box(page)).toHaveValue(words.slice(0, length))
      await expect(other(page)).toBeChecked()
      await expect(box(page)).toBeFocused()
    }
    await page.keyboard.press('Backspace')
    await expect(box(page)).toHaveValue(words.slice(0, -1))
    await page.keyboard.type(words.slice(-1))
    await button(page, 'Next').click()
    await arrived(page, SCREEN + 1)
    await expect.poll(() => kept(page)).toBe(words)
  })
}
