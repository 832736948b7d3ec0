import type { Page } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { pathOf } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, visitAt } from '../visits.ts'
import { forward, walk } from '../walker.ts'

// As long as a name of a business is: the number of a test's own server is shorter.
test.use({ settings: { SITE_DOMAIN: 'RenegadeRemodelers.com' } })

test('the large picture of a kitchen fills its place', async ({ page }) => {
  const [type] = Object.values(remodelTypes)
  await visitAt(page, showing('remodel-types'))
  await button(page, type?.name ?? '').click()
  for (const [width, height, isBeside] of PLACES) {
    await page.setViewportSize({ width, height })
    const [picture, words] = await Promise.all(
      ['.detail-picture img', '.detail-text'].map((part) => page.locator(part).boundingBox()),
    )
    const beside = isBeside ? { width: words?.width ?? 0, height: words?.height } : { width: 0 }
    expect(picture, `at ${width} by ${height}`).toMatchObject({ ...beside, width: width - beside.width })
  }
})

/** Where the words stand beside it, it is as high as they are. */
const PLACES = [
  [390, 844, false],
  [744, 1133, false],
  [820, 1180, false],
  [1024, 1366, false],
  [844, 390, true],
  [1023, 700, false],
  [1440, 900, true],
] as const

/** The window of a laptop, and of wider screens. */
const LAPTOPS = [
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1536, 730],
  [1600, 900],
  [1920, 900],
  [1920, 1080],
] as const

test('no page scrolls for the drawing beside its question, and the kettle in it is whole', async ({
  page,
}) => {
  await visitAt(page, firstAsking('remodellingExperience'))
  for (const [width, height] of [...LAPTOPS, [1366, 650], [844, 390], [390, 844], [600, 900]] as const) {
    await page.setViewportSize({ width, height })
    expect(await endOf(page, '.kettle'), `at ${width} by ${height}`).toBeLessThanOrEqual(
      await endOf(page, '.drawing'),
    )
    if (height > 560)
      expect(await endOf(page, '.app'), `at ${width} by ${height}`).toBeLessThanOrEqual(height)
  }
})

test('the domain fills its line on the widest screens too, and is whole above the tape', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  for (const [width, height] of [...LAPTOPS, [2560, 1440], [3840, 2160]] as const) {
    await page.setViewportSize({ width, height })
    const { left, right, below } = await heading(page).evaluate((domain) => {
      const words = document.createRange()
      words.selectNodeContents(domain)
      const { left, right, bottom } = words.getBoundingClientRect()
      const brush = new OffscreenCanvas(1, 1).getContext('2d')
      if (!brush) throw new Error('Nothing to measure with')
      brush.font = getComputedStyle(domain).font
      // The box of a line ends where the font says that its letters do, and a g above that.
      const { fontBoundingBoxDescent: most, actualBoundingBoxDescent: least } = brush.measureText('g')
      return {
        left,
        right: innerWidth - right,
        below: domain.getBoundingClientRect().bottom - (bottom - most + least),
      }
    })
    expect(right / left, `at ${width} px`).toBeLessThan(1.6)
    expect(below / height, `at ${width} px`).toBeGreaterThan(0.005)
  }
})

test('no bubble lies on another, and all are in view', async ({ page }) => {
  await visitAt(page, showing('problems'))
  const bubbles = page.locator('.bubble')
  for (const [width, height] of LAPTOPS) {
    await page.setViewportSize({ width, height })
    await expect(bubbles.last()).toBeInViewport({ ratio: 1 })
    const touching = await bubbles.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect())
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(({ left, right, top }) => left < one.right && one.left < right && top < one.bottom + 8),
      )
    })
    // Those of one row stand side by side.
    expect(touching, `at ${width} by ${height}`).toEqual([])
  }
})

test('where 24 houses stand in three rows, all their names are in view', async ({ page }) => {
  await visitAt(page, firstAsking('typeOfArchitecture'))
  for (const [width, height] of LAPTOPS.slice(1)) {
    await page.setViewportSize({ width, height })
    expect(await endOf(page, '.house-name'), `at ${width} by ${height}`).toBeLessThan(await topOfBar(page))
  }
})

for (const [what, slide, part] of [
  ['the words of the three parts of the process', 'process-steps', '.card'],
  ['the three types of remodel', 'remodel-types', '.chip'],
] as const) {
  test(`${what} are in view`, async ({ page }) => {
    await visitAt(page, showing(slide))
    for (const [width, height] of [...LAPTOPS, [1366, 650]] as const) {
      await page.setViewportSize({ width, height })
      expect(await endOf(page, part), `at ${width} by ${height}`).toBeLessThan(await topOfBar(page))
    }
  })
}

test('the whole film is in view', async ({ page }) => {
  await visitAt(page, showing('process'))
  for (const [width, height] of [...LAPTOPS, [1366, 650], [1024, 600]] as const) {
    await page.setViewportSize({ width, height })
    expect(await endOf(page, '.film video'), `at ${width} by ${height}`).toBeLessThanOrEqual(
      await topOfBar(page),
    )
  }
})

const topOfBar = async (page: Page) => (await page.locator('.bar').boundingBox())?.y ?? 0

async function endOf(page: Page, parts: string): Promise<number> {
  const last = await page.locator(parts).last().boundingBox()
  return (last?.y ?? 0) + (last?.height ?? 0)
}

test('Close stands beside the name of each remodel type', async ({ page }) => {
  await visitAt(page, showing('remodel-types'))
  for (const { name } of Object.values(remodelTypes)) {
    await button(page, name).click()
    for (const [width, height] of LAPTOPS) {
      await page.setViewportSize({ width, height })
      const title = await heading(page).boundingBox()
      const close = await button(page, 'Close').boundingBox()
      expect(close?.y, `${name} at ${width} by ${height}`).toBeLessThan(
        (title?.y ?? 0) + (title?.height ?? 0),
      )
    }
    await button(page, 'Close').click()
  }
})

test('on a small phone on its side no picture takes the place of the heading, or is higher than the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 568, height: 320 })
  await page.goto('/')
  await walk(page, {
    async onArrival(index) {
      await expect(heading(page), pathOf(index)).toBeInViewport({ ratio: 0.4 })
      const heights = await page.locator('main img').evaluateAll((all) => all.map((one) => one.clientHeight))
      expect(Math.max(0, ...heights), pathOf(index)).toBeLessThan(320)
      if (index !== showing('remodel-types')) return
      await button(page, remodelTypes.major.name).click()
      await expect(heading(page)).toBeInViewport({ ratio: 1 })
      await button(page, 'Close').click()
    },
  })
})

test('on a small phone, held sideways too, START HERE is in view, and each button has one line', async ({
  page,
}) => {
  await page.goto('/')
  for (const [width, height] of [
    [568, 320],
    [667, 375],
    [844, 390],
    [320, 568],
    [320, 240],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(forward(page, 0), `at ${width} by ${height}`).toBeInViewport({ ratio: 1 })
  }
  await forward(page, 0).click()
  await expect(forward(page, 1)).toBeVisible()
  expect(await forward(page, 1).evaluate(lineCount)).toBe(1)
})

/** Runs in the page. An icon is no line. */
function lineCount(button: Element): number {
  const words = document.createRange()
  words.selectNodeContents(button)
  return new Set([...words.getClientRects()].filter(({ width }) => width > 30).map(({ top }) => top)).size
}
