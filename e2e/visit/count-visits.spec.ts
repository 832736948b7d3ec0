import type { Page } from '@playwright/test'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, openVisitAt } from '../support/visits.ts'
import { nextButton, waitForScreen, walk } from '../support/walker.ts'

/** A screen that asks nothing. */
const COSTS = showing('cost-ranges')

interface Report {
  readonly screen: number
  readonly seconds: number
}

/** Collects a page's reports from its next load on. Playwright does not show a beacon's body, so the page logs it. */
async function reportsOf(page: Page): Promise<readonly Report[]> {
  const reports: Report[] = []
  page.on('console', (message) => {
    const body = /^beacon (.*)$/.exec(message.text())?.[1]
    if (body) reports.push(JSON.parse(body))
  })
  await page.addInitScript(() => {
    const parts = new WeakMap<Blob, string>()
    window.Blob = class extends Blob {
      constructor(given: BlobPart[] = [], options?: BlobPropertyBag) {
        super(given, options)
        parts.set(this, String(given[0]))
      }
    }
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      if (body instanceof Blob) console.debug(`beacon ${parts.get(body)}`)
      return send(url, body)
    }
  })
  return reports
}

const screensOf = (reports: readonly Report[]) => reports.map(({ screen }) => screen)

test('a screen is reported once a visit, when the visitor first leaves it', async ({ page }) => {
  const reports = await reportsOf(page)
  await openVisitAt(page, COSTS)
  await button(page, 'Next').click()
  await waitForScreen(page, COSTS + 1)
  await page.goBack()
  await waitForScreen(page, COSTS)
  await button(page, 'Next').click()
  await waitForScreen(page, COSTS + 1)
  await expect.poll(() => screensOf(reports)).toEqual([0, COSTS, COSTS + 1])
  for (const report of reports) expect(Object.keys(report).sort()).toEqual(['screen', 'seconds'])
})

test('START HERE pressed before the script has loaded is reported', async ({ page }) => {
  const reports = await reportsOf(page)
  await page.route('**/assets/visit-*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await nextButton(page, 0).click({ noWaitAfter: true })
  await expect.poll(() => screensOf(reports)).toEqual([0])
})

test('a report counts the seconds the screen was visible, and is sent when the page is hidden', async ({
  page,
}) => {
  const reports = await reportsOf(page)
  await page.clock.install()
  await page.addInitScript(() =>
    Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
  )
  await page.goto('/')
  await page.clock.fastForward(3_600_000)
  await setHidden(page, false)
  await page.clock.fastForward(600_000)
  await setHidden(page, true)
  await expect.poll(() => screensOf(reports)).toEqual([0])
  expect(Math.floor((reports[0]?.seconds ?? 0) / 600)).toBe(1)
})

/** Hides or shows the tab, as far as the page can tell. A headless browser shows every tab. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)

test('visitors who ask not to be tracked, or whose browser refuses, are not counted', async ({ page }) => {
  const reports = await reportsOf(page)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
  )
  await page.goto('/')
  await walk(page, { to: 2 })
  await page.goto('about:blank')
  expect(reports).toEqual([])
})
