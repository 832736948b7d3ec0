import { remodelTypes } from '../questionnaire/business.ts'
import { LAST, pathOf } from '../questionnaire/screens.ts'
import { firstAsking, showing } from '../questionnaire/test-screens.ts'
import { expect, test } from './test.ts'
import { button, heading, SENDING, visitAt } from './visits.ts'
import { forward, walk } from './walker.ts'

const houses = {
  phone: [360, 375, 390, 412, 430],
  wide: [701, 744, 768, 820, 1024, 1200, 1280, 1366, 1440, 1920],
}

for (const [on, widths] of Object.entries(houses)) {
  test.describe(on, () => {
    // A phone's scroll bar takes no room.
    test.use({ isMobile: on === 'phone' })

    test('no name of a house is broken within a word, whichever is chosen', async ({ page }) => {
      await visitAt(page, firstAsking('typeOfArchitecture'))
      const found: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        for (const weight of ['400', '600']) {
          await page.locator('.houses').evaluate((all: HTMLElement, to) => {
            all.style.fontWeight = to
          }, weight)
          const broken = await page.locator('.house-name span').evaluateAll(brokenWords)
          found.push(...broken.map((word) => `${word} at ${width}, ${weight}`))
        }
      }
      expect(found).toEqual([])
    })
  })
}

/** Where words are joined by a sign, or an amount stands in a text. */
const LINES = [
  firstAsking('primaryMotivatorForRemodelling'),
  firstAsking('paymentMethod'),
  firstAsking('fearsForHiringKitchenRemodeler'),
  showing('next-step'),
  showing('avoid'),
]

test('no line begins with a sign that joins two words, and a range of money is whole', async ({ page }) => {
  const found: string[] = []
  for (const index of LINES) {
    await visitAt(page, index)
    for (const width of [320, 360, 390, 430, 701, 820, 912, 1024, 1240, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const torn = await page.locator('h1, label > span, .inset').evaluateAll(tornLines)
      found.push(...torn.map((line) => `${line} at ${width} on ${index}`))
    }
  }
  expect(found).toEqual([])
})

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
  [1920, 1080],
] as const

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
    const name = await page.locator('.house-name span').last().boundingBox()
    const bar = await page.locator('.bar').boundingBox()
    expect((name?.y ?? 0) + (name?.height ?? 0), `at ${width} by ${height}`).toBeLessThan(bar?.y ?? 0)
  }
})

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

test('the message of a failure has a sentence to a line', async ({ page, expectTrouble }) => {
  expectTrouble(/\/api\/projects\//)
  await page.route(SENDING, (route) => route.abort())
  await visitAt(page, LAST)
  await button(page, 'Submit').click()
  const lines = await page.locator('dialog p').evaluate((message) => {
    const words = document.createRange()
    const text = message.firstChild ?? message
    const second = (message.textContent ?? '').indexOf('Try')
    words.setStart(text, 0)
    words.setEnd(text, second)
    return words.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('on a small phone on its side no picture takes the place of the heading', async ({ page }) => {
  await page.setViewportSize({ width: 568, height: 320 })
  await page.goto('/')
  await walk(page, {
    async onArrival(index) {
      await expect(heading(page), pathOf(index)).toBeInViewport({ ratio: 0.4 })
      if (index !== showing('remodel-types')) return
      await button(page, remodelTypes.major.name).click()
      await expect(heading(page)).toBeInViewport({ ratio: 1 })
      await button(page, 'Close').click()
    },
  })
})

test('on the smallest phone START HERE is in view, and each button has one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await expect(forward(page, 0)).toBeInViewport({ ratio: 1 })
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

/** Runs in the page: the words that stand in more than one line. */
function brokenWords(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => {
    const text = element.firstChild
    if (!(text instanceof Text)) return []
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })
}

/** Runs in the page: a sign at the begin of a line, and amounts in more than one. */
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
    const line = (index: number) =>
      letters
        .slice(index, index + 12)
        .map(({ letter }) => letter)
        .join('')
    letters.forEach(({ letter, top }, index) => {
      const before = letters[index - 1]
      const isFirst = before !== undefined && top - before.top > 5
      if (isFirst && (/[/&]/.test(letter) || /-\d/.test(before.letter + letter))) torn.push(line(index))
    })
  }
  return torn
}
