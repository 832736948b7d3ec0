import { TAGLINE } from '../../questionnaire/business.ts'
import { expect, test } from '../test.ts'
import { answersBefore, continueButton, heading, openWithDraft, someId, titleOf } from '../visits.ts'
import { arrived, forward } from '../walker.ts'

test('the landing is finished HTML before any script runs', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveTitle('127.0.0.1')
  await expect(heading(page)).toHaveText('127.0.0.1')
  await expect(page.getByText(TAGLINE, { exact: true })).toBeVisible()
  await expect(forward(page, 0)).toBeVisible()
  const picture = page.locator('main img')
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await expect(page.locator('noscript p')).toBeInViewport({ ratio: 1 })
  await forward(page, 0).click()
  await expect(page).toHaveURL(/#start$/)
  await expect(page.locator('noscript p')).toBeInViewport({ ratio: 1 })
  await context.close()
})

test('START HERE pressed before the script is ready is not lost, and loads nothing anew', async ({
  page,
}) => {
  const { promise: late, resolve: letThrough } = Promise.withResolvers<void>()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await forward(page, 0).click({ noWaitAfter: true })
  letThrough()
  await arrived(page, 1)
  await expect(heading(page)).toHaveText(titleOf(1))
  expect(documents).toHaveLength(1)
  await page.goBack()
  await arrived(page, 0)
})

test('a script that did not come is asked for anew by START HERE, and the visit begins', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/\/assets\/main-/, /Failed to (fetch|load)/)
  let isFailed = false
  await page.route('**/assets/main-*.js', (route) => {
    if (isFailed) return route.continue()
    isFailed = true
    return route.abort()
  })
  await page.goto('/')
  await expect.poll(() => isFailed).toBe(true)
  await forward(page, 0).click()
  await arrived(page, 1)
})

test('a script that does not come once START HERE was pressed is asked for anew at once', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/\/assets\/main-/, /Failed to (fetch|load)/)
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(
    '**/assets/main-*.js',
    async (route) => {
      await pressed
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto('/', { waitUntil: 'commit' })
  await forward(page, 0).click({ noWaitAfter: true })
  press()
  await arrived(page, 1)
})

test('START HERE leads nobody who is offline away from the page, and begins once they are online', async ({
  page,
  context,
  expectTrouble,
}) => {
  // Chromium asks for the page's icon when it likes.
  expectTrouble(/\/assets\/main-/, /Failed to (fetch|load)/, /favicon.svg net::ERR_INTERNET_DISCONNECTED/)
  await page.route('**/assets/main-*.js', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/')
  await failed
  await context.setOffline(true)
  await forward(page, 0).click()
  await expect(page).toHaveURL('/#start')
  await context.setOffline(false)
  await forward(page, 0).click()
  await arrived(page, 1)
})

test('styles that did not come are asked for once more, and no more', async ({ page, expectTrouble }) => {
  expectTrouble(/\/assets\/main-.*css/, /Failed to load/, /woff2 was preloaded/)
  let asked = 0
  let lost = 1
  await page.route('**/assets/main-*.css', (route) => (asked++ < lost ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.locator('.cover')).toHaveCSS('display', 'grid')

  asked = 0
  lost = Number.POSITIVE_INFINITY
  await page.reload()
  await forward(page, 0).press('Enter')
  await arrived(page, 1)
  expect(asked).toBe(2)
})

test('a script that never comes is told of once START HERE has asked for it anew', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/\/assets\/main-/, /Failed to (fetch|load)/)
  // As browsers do that hide who reads: nothing else says that a page was loaded anew.
  await page.addInitScript(() => {
    performance.getEntriesByType = () => []
  })
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto('/')
  await page.reload()
  await forward(page, 0).click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expect(page.locator('pre')).toHaveText(/Failed to fetch/)
  expect(await page.evaluate(() => history.state), 'and once more for who comes back').toBe(null)
})

for (const [script, trouble] of [
  ['first', 'does not come'],
  ['main', 'does not end'],
] as const) {
  test(`a ${script} script that ${trouble} is told of a while after START HERE, with a way on`, async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(/\/assets\/(first|main)-/)
    let isBad = true
    await page.route(`**/assets/${script}-*.js`, (route) => {
      if (!isBad) return route.continue()
      return trouble === 'does not come' ? route.abort() : undefined
    })
    await page.goto('/', { waitUntil: 'commit' })
    const words = page.getByRole('status').getByText('The guide is slow to come.')
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(words).toBeHidden()
    await forward(page, 0).click({ noWaitAfter: true })
    await expect(words).toBeHidden()
    // It is there before its words, or they would not be read out.
    await expect(page.getByRole('status')).toHaveCount(1)
    await expect(words).toBeVisible({ timeout: 8000 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(568)
    isBad = false
    await page.getByRole('link', { name: 'Load it again' }).click()
    await forward(page, 0).click()
    await arrived(page, 1)
  })
}

test('START HERE pressed before Continue is there loses no visit', async ({ page }) => {
  const { promise: late, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await late
    await route.continue()
  })
  const id = someId()
  await openWithDraft(page, { id, answers: answersBefore(21), furthest: 21, open: false })
  await forward(page, 0).click({ noWaitAfter: true })
  letThrough()
  await continueButton(page).click()
  await arrived(page, 21)
  await expect(page.getByText('The guide is slow to come.')).toHaveCount(0)
})

test('/#start begins a visit, and its address is /sec1 after /', async ({ page }) => {
  await page.goto('/#start')
  await arrived(page, 1)
  await expect(heading(page)).toBeFocused()
  await page.locator('[name=email]').fill('jane@example.com')
  await page.goBack()
  await arrived(page, 0)
  expect(new URL(page.url()).hash).toBe('')
  await page.goForward()
  await arrived(page, 1)
})

test('Continue appears without moving anything', async ({ page, expectTrouble }) => {
  // Without the house type, which may arrive meanwhile and has its own part in what moves.
  expectTrouble(/woff2/)
  await page.route(/woff2$/, (route) => route.abort())
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          const value = 'value' in shift ? Number(shift.value) : 0
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + value,
          )
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openWithDraft(page, { id: someId(), answers: answersBefore(5), furthest: 5, open: false })
    await expect(continueButton(page)).toBeVisible()
    await page.waitForTimeout(300)
    const shift = Number((await page.locator('html').getAttribute('data-shift')) ?? 0)
    expect(shift, `layout shift at ${viewport.width}`).toBe(0)
  }
})

test('nothing takes the focus on the first load', async ({ page }) => {
  await page.goto('/')
  await expect(forward(page, 0)).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})
