import type { Page } from '@playwright/test'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { openVisitAt } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const WISH = firstAsking('newKitchenImportantFeature')

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

async function expectFreshLanding(page: Page) {
  await page.waitForURL((url) => url.pathname === pathOf(0))
  await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}
