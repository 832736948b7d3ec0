import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, headingOf, openVisitAt, storedDraft } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const NAME = 'remodellingReasons'
const SCREEN = firstAsking(NAME)
const [FIRST, SECOND] = fields[NAME].options

const other = (page: Page) => page.getByRole('radio', { name: OTHER, exact: true })
const box = (page: Page) => page.getByRole('textbox')
const stored = async (page: Page) => (await storedDraft(page))?.answers[NAME]

test('the box is enabled only while Other is chosen, and a fixed option clears it', async ({ page }) => {
  await openVisitAt(page, SCREEN)
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveAccessibleName(`Other ${await heading(page).innerText()}`)
  await other(page).check()
  await expect(box(page)).toBeEnabled()
  await expect(other(page), 'choosing Other does not move the focus').toBeFocused()
  await box(page).fill('The cat needs a door.')
  await page.getByRole('radio', { name: SECOND }).check()
  await expect(box(page)).toBeDisabled()
  await expect(box(page)).toHaveValue('')
  // A click on the disabled box chooses Other.
  await box(page).click({ force: true })
  await expect(other(page)).toBeChecked()
  await box(page).click()
  await expect(box(page)).toBeFocused()
})

test('Other with an empty box is stored as Other, and blocks Next', async ({ page }) => {
  await openVisitAt(page, SCREEN)
  await other(page).check()
  await expect.poll(() => stored(page)).toBe(OTHER)
  await box(page).pressSequentially(' \u00a0 ')
  await expect(box(page), 'white space alone is empty').toHaveValue('')
  await button(page, 'Next').click()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveJSProperty('validity.valueMissing', true)
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(heading(page)).toHaveText(headingOf(SCREEN))
  await page.getByRole('radio').first().check()
  await expect(box(page)).not.toHaveAttribute('aria-invalid', 'true')
})

test('the text beside Other is stored, and shown again when the visitor returns', async ({ page }) => {
  await openVisitAt(page, SCREEN)
  await other(page).check()
  await box(page).pressSequentially('island')
  await box(page).press('ControlOrMeta+Home')
  await box(page).pressSequentially(' an ')
  await expect(box(page), 'the caret stays where it is').toHaveValue(' an island')
  await button(page, 'Next').click()
  await waitForScreen(page, SCREEN + 1)
  await expect.poll(() => stored(page)).toBe(' an island')
  await button(page, 'Back').click()
  await waitForScreen(page, SCREEN)
  await expect(other(page)).toBeChecked()
  await expect(box(page)).toHaveValue(' an island')
})

test('typing the words of an option beside Other, or words that begin with Other, keeps Other chosen', async ({
  page,
}) => {
  for (const words of [FIRST, 'Other things']) {
    await openVisitAt(page, SCREEN)
    await other(page).check()
    await box(page).pressSequentially(words)
    await expect(box(page)).toHaveValue(words)
    await expect(other(page)).toBeChecked()
    await button(page, 'Next').click()
    await waitForScreen(page, SCREEN + 1)
    await expect.poll(() => stored(page)).toBe(words)
  }
})
