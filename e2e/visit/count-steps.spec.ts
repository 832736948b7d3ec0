import type { Page } from '@playwright/test'
import type { Funnel } from '../../desk/api.ts'
import { showing } from '../../questionnaire/test-screens.ts'
import { addMember, PASSWORD, setHidden } from '../desk.ts'
import { startProduct } from '../product.ts'
import { expect, test } from '../test.ts'
import { button, continueButton, titleOf, visitAt } from '../visits.ts'
import { arrived, walk } from '../walker.ts'

/** Screens that ask nothing. */
const [FILM, COSTS] = [showing('process'), showing('cost-ranges')]

interface Reports {
  readonly screens: readonly number[]
  readonly seconds: readonly number[]
  readonly bodies: readonly unknown[]
}

/** What a page reports from its next start on. The browser does not tell of a beacon's body, so the page does. */
async function countedOn(page: Page): Promise<Reports> {
  const reports = { screens: [] as number[], seconds: [] as number[], bodies: [] as unknown[] }
  page.on('console', (message) => {
    const body = /^beacon (.*)$/.exec(message.text())?.[1]
    if (!body) return
    const report = JSON.parse(body)
    reports.bodies.push(report)
    reports.screens.push(report.screen)
    reports.seconds.push(report.seconds)
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

test('a screen is reported once a visit, when a step first leaves it', async ({ page }) => {
  const counted = await countedOn(page)
  await page.goto('/')
  await walk(page, { to: FILM })
  await expect.poll(() => counted.screens).toEqual([...Array(FILM).keys()])
  await page.goBack()
  await arrived(page, FILM - 1)
  await button(page, 'Next').click()
  await arrived(page, FILM)
  await button(page, 'Next').click()
  await arrived(page, FILM + 1)
  await expect.poll(() => counted.screens).toEqual([...Array(FILM + 1).keys()])
})

test('a report is a screen and its seconds, and nothing else', async ({ page }) => {
  const counted = await countedOn(page)
  const reported = page.waitForRequest(/api\/steps/)
  await page.goto('/#start')
  expect((await reported).headers()['content-type']).toBe('application/json')
  await expect.poll(() => counted.bodies).toEqual([{ screen: 0, seconds: expect.any(Number) }])
})

test('a report tells how long its screen was looked at, as soon as the page is put away', async ({
  page,
}) => {
  const counted = await countedOn(page)
  await page.clock.install()
  await page.addInitScript(() =>
    Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
  )
  await page.goto('/')
  await page.clock.fastForward(3_600_000)
  await setHidden(page, false)
  await page.clock.fastForward(600_000)
  await setHidden(page, true)
  await expect.poll(() => counted.screens).toEqual([0])
  await page.clock.fastForward(3_600_000)
  await setHidden(page, false)
  await walk(page, { to: 2 })
  await expect.poll(() => counted.screens).toEqual([0, 1])
  const [landing = 0, first = 0] = counted.seconds
  expect(Math.floor(landing / 600)).toBe(1)
  expect(Math.floor(first / 600)).toBe(0)
})

test('a page that nobody saw is not reported', async ({ page }) => {
  const counted = await countedOn(page)
  await page.addInitScript(() =>
    Object.defineProperty(document, 'hidden', { value: true, configurable: true }),
  )
  await page.goto('/')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(counted.screens).toEqual([])
})

test('taking a visit up again reports no screen that was not shown', async ({ page }) => {
  const counted = await countedOn(page)
  await visitAt(page, COSTS)
  await button(page, 'Next').click()
  await arrived(page, COSTS + 1)
  await expect.poll(() => counted.screens).toEqual([0, COSTS])
})

test('a page that is loaded anew reports its landing, and not the screen whose address it has', async ({
  page,
}) => {
  const counted = await countedOn(page)
  await visitAt(page, COSTS)
  await page.reload()
  await expect(continueButton(page)).toBeVisible()
  expect(counted.screens.filter((screen) => screen === 0)).toHaveLength(1)
  await continueButton(page).click()
  await arrived(page, COSTS)
  await button(page, 'Next').click()
  await arrived(page, COSTS + 1)
  await expect.poll(() => counted.screens.slice(-2)).toEqual([0, COSTS])
})

for (const [name, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const) {
  test(`who asks by ${name} not to be counted is not`, async ({ page }) => {
    await page.addInitScript(
      ([wish, said]) => Object.defineProperty(navigator, wish, { value: said, configurable: true }),
      [name, value] as const,
    )
    const counted = await countedOn(page)
    await page.goto('/')
    await walk(page, { to: 2 })
    await page.goto('about:blank')
    expect(counted.screens).toEqual([])
  })
}

test('a browser that refuses to report stops nobody', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      document.documentElement.dataset.refused = ''
      throw new TypeError('No beacons')
    }
  })
  await page.goto('/')
  await walk(page, { to: 2 })
  await expect(page.locator('html')).toHaveAttribute('data-refused')
})

test('without a Navigation API the history is listened to', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
  const counted = await countedOn(page)
  await page.goto('/')
  await walk(page, { to: 2 })
  await expect.poll(() => counted.screens).toEqual([0, 1])
  await page.goBack()
  await arrived(page, 1)
  await expect.poll(() => counted.screens).toEqual([0, 1, 2])
})

test('visits are in the funnel, with the screen on which the page was left', async ({ page }) => {
  const product = await startProduct()
  const member = await addMember(product)
  await page.goto(product.url)
  await walk(page, { to: FILM })
  await page.goto('about:blank')
  await page.request.post(`${product.url}/api/desk/session`, {
    data: { email: member.email, password: PASSWORD },
  })
  await expect
    .poll(async () => {
      const funnel: Funnel = await (await page.request.get(`${product.url}/api/desk/funnel`)).json()
      return funnel.steps.slice(0, FILM + 2).map(({ reached }) => reached)
    })
    .toEqual([...Array(FILM + 1).fill(1), 0])
  await page.goto(`${product.url}/desk#/funnel`)
  const table = page.getByRole('table', { name: 'Each screen in numbers' })
  await expect(table.getByRole('row', { name: `${FILM}. ${titleOf(FILM)}` })).toContainText('100 %')
  // The desk asks for its line again, three seconds after it was cut.
  await page.goto('about:blank')
  await product.stop()
})
