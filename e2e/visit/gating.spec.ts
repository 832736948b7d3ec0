import type { Page } from '@playwright/test'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import {
  answersBefore,
  button,
  continueButton,
  heading,
  newId,
  openVisitAt,
  openWithDraft,
  recordSends,
  titleOf,
} from '../support/visits.ts'
import { sampleAnswer, waitForScreen } from '../support/walker.ts'

const WISH = firstAsking('newKitchenImportantFeature')
const CONTACT = firstAsking('firstName')

test('a link to any screen opens the landing', async ({ page }) => {
  const response = await page.goto(`${pathOf(LAST)}?x=1#y`)
  expect(response?.status()).toBe(200)
  await expectFreshLanding(page)
})

test('a reload opens the landing with every answer empty, and so does the history before it', async ({
  page,
}) => {
  await openVisitAt(page, WISH, { email: 'kept@example.com' })
  await page.reload()
  await expectFreshLanding(page)
  await page.goBack()
  await expectFreshLanding(page)
  await page.getByRole('button', { name: 'START HERE' }).click()
  await waitForScreen(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
  await page.goBack()
  await waitForScreen(page, 0)
})

test("the browser's Forward does not pass a field that was cleared", async ({ page }) => {
  await openVisitAt(page, WISH + 2)
  for (let index = WISH + 2; index > WISH; index--) await page.goBack()
  await waitForScreen(page, WISH)
  await page.getByRole('textbox').fill('')
  for (let presses = 0; presses < 2; presses++) {
    await page.goForward()
    await waitForScreen(page, WISH)
    await expect(heading(page)).toHaveText(titleOf(WISH))
  }
  await page.getByRole('textbox').fill('A window')
  await button(page, 'Next').click()
  await waitForScreen(page, WISH + 1)
})

test("after 'Change' an emptied answer leads back to its screen instead of Submit", async ({ page }) => {
  await openVisitAt(page, LAST)
  const sends = recordSends(page)
  await page.getByText('Review your answers').click()
  await page.getByRole('link', { name: 'Change', description: titleOf(WISH) }).click()
  await waitForScreen(page, WISH)
  await page.getByRole('textbox').fill('')
  await page.getByRole('textbox').blur()
  await page.goBack()
  await waitForScreen(page, WISH)
  await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox')).toBeFocused()
  await expect(button(page, 'Submit')).toHaveCount(0)
  expect(sends).toHaveLength(0)
})

test('Submit with an invalid record opens the first failing screen', async ({ page }) => {
  await openVisitAt(page, LAST)
  const sends = recordSends(page)
  // No sequence of steps leads here, so the validator is made to reject a good answer.
  await page.evaluate((firstName) => {
    const trim = String.prototype.trim
    String.prototype.trim = function () {
      return String(this) === firstName ? '' : trim.call(this)
    }
  }, sampleAnswer('firstName'))
  await button(page, 'Submit').click()
  await waitForScreen(page, CONTACT)
  await expect(heading(page)).toBeFocused()
  expect(sends).toHaveLength(0)
})

test('a draft with an answer that is no longer an option continues at that question', async ({ page }) => {
  const answers = answersBefore(CONTACT, { typeOfHome: 'Castle' })
  await openWithDraft(page, { id: newId(), answers, furthest: CONTACT, open: false })
  await continueButton(page).click()
  await waitForScreen(page, firstAsking('typeOfHome'))
  await expect(page.locator('[name=typeOfHome]')).toHaveValue('')
})

async function expectFreshLanding(page: Page) {
  await page.waitForURL((url) => url.pathname === pathOf(0))
  await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}
