import type { Page } from '@playwright/test'
import { TAGLINE } from '../../questionnaire/business.ts'
import { SNAPSHOT_KEY } from '../../web/visit/draft-key.ts'
import { expect, test } from '../support/test.ts'
import { answersBefore, continueButton, heading, newId, openWithDraft } from '../support/visits.ts'
import { nextButton, waitForScreen } from '../support/walker.ts'

test('the landing is complete HTML before any script runs', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(heading(page)).toHaveText('127.0.0.1')
  await expect(page.getByText(TAGLINE, { exact: true })).toBeVisible()
  await expect(nextButton(page, 0)).toBeVisible()
  const picture = page.locator('main img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await expect(page.locator('noscript p')).toBeInViewport({ ratio: 1 })
  await context.close()
})

const snapshot = JSON.stringify({ answers: { yearBuilt: '1962' }, at: Date.now() })
const draft = { id: newId(), answers: answersBefore(21), furthest: 21, open: false }

for (const [what, open, offer] of [
  ['an unfinished visit', (page: Page) => openWithDraft(page, draft), 'Continue where you left off'],
  ['a snapshot', openWithSnapshot, 'Continue where you left off'],
  ['a link', (page: Page) => page.goto('/#visit=x'), 'This link cannot be read.'],
] as const)
  test(`START HERE pressed before the script has loaded keeps ${what}`, async ({ page }) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/visit-*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await open(page)
    await nextButton(page, 0).click({ noWaitAfter: true })
    await expect(page).toHaveURL('/#start')
    release()
    await expect(page.getByText(offer)).toBeVisible()
    await expect(heading(page)).toHaveText('127.0.0.1')
  })

async function openWithSnapshot(page: Page) {
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    SNAPSHOT_KEY,
    snapshot,
  ] as const)
  await page.goto('/')
}

test('START HERE retries a script that failed to load, also after the page was offline', async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/\/assets\/visit-/, /Failed to (fetch|load)/)
  await page.route('**/assets/visit-*.js', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/')
  await failed
  await context.setOffline(true)
  await nextButton(page, 0).click()
  await expect(page).toHaveURL('/#start')
  // The page handles the press in a separate task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await context.setOffline(false)
  await nextButton(page, 0).click()
  await waitForScreen(page, 1)
})

test('styles that failed to load are retried once', async ({ page, expectErrors }) => {
  expectErrors(/\/assets\/visit-.*css/, /Failed to load/, /woff2 was preloaded/)
  await page.route('**/assets/visit-*.css', (route) => route.abort(), { times: 1 })
  await page.goto('/')
  await expect(page.locator('.cover')).toHaveCSS('display', 'grid')
})

test('a script that never loads shows the error view after a second attempt', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/\/assets\/visit-/, /Failed to (fetch|load)/)
  await page.route('**/assets/visit-*.js', (route) => route.abort())
  await page.goto('/')
  await page.reload()
  await nextButton(page, 0).click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(heading(page)).toBeFocused()
  await expect(page.locator('pre')).toHaveText(/Failed to fetch/)
  await expect(page.getByRole('link', { name: 'Back to the start' })).toHaveAttribute('href', '/')
})

test('a few seconds after START HERE, a page whose script hangs says so and offers a reload', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/\/assets\/(visit|bootstrap)-/)
  let hangs = true
  await page.route('**/assets/visit-*.js', (route) => (hangs ? undefined : route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  const message = page.getByRole('status').getByText('The page is taking a while.')
  await nextButton(page, 0).click({ noWaitAfter: true })
  await expect(message).toBeHidden()
  await page.getByRole('textbox').fill('grace@kitchens.example')
  await expect(message).toBeVisible({ timeout: 8000 })
  hangs = false
  await page.getByRole('link', { name: 'Reload' }).click()
  await continueButton(page).click()
  await waitForScreen(page, 1)
  await expect(page.getByRole('textbox')).toHaveValue('grace@kitchens.example')
})

test('Continue appears without moving the page or the focus', async ({ page, expectErrors }) => {
  // Web fonts are blocked, because they may load in the meantime and move the text.
  expectErrors(/woff2/)
  await page.route(/woff2$/, (route) => route.abort())
  await page.setViewportSize({ width: 390, height: 844 })
  await openWithDraft(page, { id: newId(), answers: answersBefore(5), furthest: 5, open: false })
  await expect(continueButton(page)).toBeVisible()
  expect(await page.evaluate(layoutShift)).toBe(0)
  await expect(page.locator('body')).toBeFocused()
})

/** Runs in the page: how far its content has moved since it was opened. */
async function layoutShift(): Promise<number> {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
  }).observe({ type: 'layout-shift', buffered: true })
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  return shift
}
