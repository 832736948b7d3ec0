import type { Page } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { brokenWords } from '../support/broken-words.ts'
import { test as base, expect } from '../support/test.ts'
import { button, heading, openVisitAt } from '../support/visits.ts'
import { nextButton } from '../support/walker.ts'

// As long as a real domain; the address of a test server is shorter.
base.use({ settings: { SITE_URL: 'https://RenegadeRemodelers.com' } })
const test = base

const LAPTOPS = [
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
] as const

test('on a laptop the slides, the houses and the film are in view above the bar', async ({ page }) => {
  for (const [index, part] of [
    [firstAsking('typeOfArchitecture'), '.house-name'],
    [showing('remodel-types'), '.chip'],
    [showing('process'), '.film video'],
    [showing('process-steps'), '.card'],
    [showing('problems'), '.bubble'],
  ] as const) {
    await openVisitAt(page, index)
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

test('the large picture of a kitchen fills its space, and Close is beside its name', async ({ page }) => {
  await openVisitAt(page, showing('remodel-types'))
  await button(page, remodelTypes.upscale.name).click()
  for (const [width, height, isBeside] of [
    [390, 844, false],
    [820, 1180, false],
    [844, 390, true],
    [1440, 900, true],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [picture, words] = await Promise.all(
      ['.detail-picture img', '.detail-text'].map((part) => page.locator(part).boundingBox()),
    )
    const textWidth = isBeside ? (words?.width ?? 0) : 0
    expect(picture?.width, `at ${width}x${height}`).toBe(width - textWidth)
    if (!isBeside) continue
    expect(picture?.height).toBe(words?.height)
    const title = await heading(page).boundingBox()
    const close = await button(page, 'Close').boundingBox()
    expect(close?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
  }
})

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

test('choosing an answer, also Other, moves none of the others', async ({ page }) => {
  for (const name of ['remodellingReasons', 'primaryMotivatorForRemodelling'] as const) {
    await openVisitAt(page, firstAsking(name))
    // The card of Other grows, because it holds a text box.
    const cards = page.locator('.choice:not(:has(textarea))')
    for (const [width, height] of [[390, 844], ...LAPTOPS] as const) {
      await page.setViewportSize({ width, height })
      const before = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
      for (const boxes of await cards.evaluateAll(boxesWhenChosen))
        expect(boxes, `${name} at ${width}x${height}`).toEqual(before)
    }
  }
})

/** Runs in the page: where all cards are while each option in turn is chosen. */
async function boxesWhenChosen(cards: readonly Element[]): Promise<readonly DOMRectInit[][]> {
  const all: DOMRectInit[][] = []
  for (const radio of document.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    radio.click()
    await new Promise(requestAnimationFrame)
    all.push(cards.map((card) => card.getBoundingClientRect().toJSON()))
  }
  return all
}

/** The maximum padding above the answers, in pixels. */
const MAX_PADDING = 72

test('on a wide screen short questions are in the middle, and a form is at the top', async ({ page }) => {
  for (const [name, part, isShort] of [
    ['yearBuilt', '.fields', true],
    ['typeOfKitchenRemodel', '.choices', true],
    ['remodellingReasons', '.choices', true],
    ['newKitchenImportantFeature', 'textarea', true],
    ['budget', '.fields', false],
  ] as const) {
    await openVisitAt(page, firstAsking(name))
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [panel, answers] = await Promise.all(
        ['.body', part].map((one) => page.locator(one).first().boundingBox()),
      )
      if (!panel || !answers) throw new Error(`${name} has no ${part}`)
      const above = answers.y - panel.y
      const toMiddle = above + answers.height / 2 - panel.height / 2
      // Room for an open text box may lift the answers a little.
      if (isShort) expect(Math.abs(toMiddle), `${name} at ${width}`).toBeLessThan(panel.height * 0.08)
      else expect(above, `${name} at ${width}`).toBeLessThanOrEqual(MAX_PADDING)
    }
  }
})

test('the kitchen and its still life are drawn beside a question', async ({ page }) => {
  await openVisitAt(page, firstAsking('paymentMethod'))
  const widths = () =>
    page.locator('use').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width > 0))
  await expect.poll(widths).toEqual([true, true])
})

test('the room kept for the text box of Other makes no page longer', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openVisitAt(page, firstAsking('primaryMotivatorForRemodelling'))
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
})

test('Thank you stays where it is once the project is saved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openVisitAt(page, LAST)
  await page.evaluate(() => document.fonts.ready)
  const before = (await heading(page).boundingBox())?.y
  await button(page, 'Submit').click()
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  expect((await heading(page).boundingBox())?.y).toBe(before)
})

test('no name of a house is broken within a word', async ({ page }) => {
  await openVisitAt(page, firstAsking('typeOfArchitecture'))
  const found: string[] = []
  for (const width of [360, 390, 430, 701, 820, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const broken = await page.locator('.house-name span').evaluateAll(brokenWords)
    found.push(...broken.map((word) => `${word} at ${width}`))
  }
  expect(found).toEqual([])
})

test('a price range and words joined by a sign stay on one line', async ({ page }) => {
  const found: string[] = []
  for (const index of [showing('next-step'), showing('why'), firstAsking('fearsForHiringKitchenRemodeler')]) {
    await openVisitAt(page, index)
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const torn = await page.locator('h1, label > span, .inset').evaluateAll(tornLines)
      found.push(...torn.map((line) => `${line} at ${width} on ${index}`))
    }
  }
  expect(found).toEqual([])
})

/** Runs in the page: lines that begin with a sign or within an amount of money. */
function tornLines(elements: readonly Element[]): readonly string[] {
  const torn: string[] = []
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const letters: { readonly letter: string; readonly top: number }[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      if (!(text instanceof Text)) continue
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const { top, width } = range.getBoundingClientRect()
        if (width > 0) letters.push({ letter: text.data[at] ?? '', top })
      }
    }
    letters.forEach(({ letter, top }, index) => {
      const before = letters[index - 1]
      if (before === undefined || top - before.top <= 5) return
      if (/[-/&,.]/.test(letter) || /-\d/.test(before.letter + letter))
        torn.push(
          letters
            .slice(index, index + 12)
            .map((one) => one.letter)
            .join(''),
        )
    })
  }
  return torn
}
