import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, recordSends, storedDraft, submit } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

test('after success there is no draft and no Change, and Go Home and The end go back without sending', async ({
  page,
}) => {
  await submitAll(page)
  expect(await storedDraft(page)).toBeNull()
  await page.getByText('Review your answers').click()
  await expect(page.locator('.review-row').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change' })).toHaveCount(0)
  const sends = recordSends(page)
  for (const name of ['Go Home', 'The end']) {
    await button(page, name).click()
    await waitForScreen(page, LAST - 1)
    await page.goForward()
    await waitForScreen(page, LAST)
    await expect(button(page, 'Submit')).toHaveCount(0)
  }
  expect(sends).toHaveLength(0)
})

test("the browser's Back closes the message and focuses the heading", async ({ page }) => {
  await openVisitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').waitFor()
  await page.goBack()
  await waitForScreen(page, LAST - 1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

async function submitAll(page: Page) {
  await openVisitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
}
