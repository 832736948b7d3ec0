import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, recordSends, storedDraft, submit } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const DETAILS = firstAsking('additionalComments')

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

test('an answer changed after success is kept as a draft, and sent with the next Submit', async ({
  page,
}) => {
  await submitAll(page)
  await page.evaluate((steps) => history.go(-steps), LAST - DETAILS)
  await waitForScreen(page, DETAILS)
  await page.locator('[name=additionalComments]').fill('A door to the yard')
  await expect
    .poll(async () => (await storedDraft(page))?.answers.additionalComments)
    .toBe('A door to the yard')
  for (let index = DETAILS; index < LAST; index++) {
    await button(page, 'Next').click()
    await waitForScreen(page, index + 1)
  }
  const sends = recordSends(page)
  await submit(page)
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  expect(sends).toHaveLength(1)
  expect(await storedDraft(page)).toBeNull()
})

async function submitAll(page: Page) {
  await openVisitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
}
