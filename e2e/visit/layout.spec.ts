import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, jumpTo, openVisitAt } from '../support/visits.ts'
import { nextButton } from '../support/walker.ts'

// As long as a real domain; the address of a test server is shorter.
test.use({ settings: { SITE_URL: 'https://RenegadeRemodelers.com' } })

const LAPTOPS = [
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
] as const
const TABLET = [820, 1180] as const

test('on a laptop the slides, the houses and the film are in view above the bar', async ({ page }) => {
  await openVisitAt(page, LAST)
  for (const [index, part] of [
    [firstAsking('typeOfArchitecture'), '.house-name'],
    [showing('remodel-types'), '.chip'],
    [showing('process'), '.film video'],
    [showing('process-steps'), '.card'],
    [showing('problems'), '.bubble'],
  ] as const) {
    await jumpTo(page, index)
    for (const [width, height] of LAPTOPS.slice(part === '.house-name' ? 1 : 0)) {
      await page.setViewportSize({ width, height })
      const bar = (await page.locator('.bar').boundingBox())?.y ?? 0
      expect(await bottomOf(page, part), `${part} at ${width}x${height}`).toBeLessThanOrEqual(bar)
    }
  }
})

async function bottomOf(page: Page, parts: string): Promise<number> {
  const last = await page.locator(parts).last().boundingBox()
  return (last?.y ?? 0) + (last?.height ?? 0)
}

test('the domain fills its line, also on the widest screens', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  for (const [width, height] of [...LAPTOPS, [3840, 2160]] as const) {
    await page.setViewportSize({ width, height })
    const { left, right } = await heading(page).evaluate((domain) => {
      const words = document.createRange()
      words.selectNodeContents(domain)
      const box = words.getBoundingClientRect()
      return { left: box.left, right: innerWidth - box.right }
    })
    expect(right - left, `at ${width} px`).toBeLessThan(width / 40)
  }
})

test('on a small phone, also held sideways, START HERE is in view', async ({ page }) => {
  await page.goto('/')
  for (const [width, height] of [
    [568, 320],
    [320, 568],
    [320, 240],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(nextButton(page, 0), `at ${width}x${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('choosing an answer, even Other, does not move the others', async ({ page }) => {
  for (const name of ['remodellingReasons', 'primaryMotivatorForRemodelling'] as const) {
    await openVisitAt(page, firstAsking(name))
    // The card of Other grows, because it holds a text box.
    const cards = page.locator('.choice:not(:has(textarea))')
    for (const [width, height] of [[390, 844], TABLET, ...LAPTOPS] as const) {
      await page.setViewportSize({ width, height })
      const before = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
      for (const boxes of await cards.evaluateAll(boxesWhenChosen))
        expect(boxes, `${name} at ${width}x${height}`).toEqual(before)
    }
  }
})

/** Runs in the page: the boxes of all cards, with each option chosen in turn. */
async function boxesWhenChosen(cards: readonly Element[]): Promise<readonly DOMRectInit[][]> {
  const all: DOMRectInit[][] = []
  for (const radio of document.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    radio.click()
    await new Promise(requestAnimationFrame)
    all.push(cards.map((card) => card.getBoundingClientRect().toJSON()))
  }
  return all
}

test('on a tablet the drawing is above the answers, down to its worktop or further', async ({ page }) => {
  const [width, height] = TABLET
  await page.setViewportSize({ width, height })
  await openVisitAt(page, LAST)
  for (const name of ['remodellingExperience', 'paymentMethod', 'city'] as const) {
    await jumpTo(page, firstAsking(name))
    const drawing = await page.locator('.drawing').boundingBox()
    const answers = await page.locator('.body').boundingBox()
    expect(drawing?.width, name).toBe(width)
    // The worktop is 206 of 600 units below the top.
    expect(drawing?.height, name).toBeGreaterThan((width * 206) / 600)
    expect((drawing?.y ?? 0) + (drawing?.height ?? 0), name).toBe(answers?.y)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBe(height)
  }
})

test('the room reserved for the text box of Other does not make the page longer', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openVisitAt(page, firstAsking('primaryMotivatorForRemodelling'))
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
})

test('once the project is saved, a phone shows Thank you and the beginning of what happens next', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openVisitAt(page, LAST)
  await button(page, 'Submit').click()
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  await expect(heading(page)).toBeInViewport({ ratio: 1 })
  const first = await page.locator('.after').getByText('We have received your answers.').boundingBox()
  const bar = await page.locator('.bar').boundingBox()
  expect((first?.y ?? Number.NaN) + (first?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})
