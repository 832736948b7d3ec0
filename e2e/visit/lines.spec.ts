import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking, isThere, showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, SENDING, visitAt } from '../visits.ts'

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

/** Where words are joined by a sign, an amount stands in a text, or a text has more than one line. */
const LINES = [
  showing('heart'),
  firstAsking('primaryMotivatorForRemodelling'),
  firstAsking('paymentMethod'),
  firstAsking('fearsForHiringKitchenRemodeler'),
  showing('next-step'),
  showing('avoid'),
  showing('why'),
].filter(isThere)

test('no line begins with a sign that joins two words, no heading’s ends with The, a range of money is whole, and no lead ends in a short line', async ({
  page,
}) => {
  const found: string[] = []
  for (const index of LINES) {
    await visitAt(page, index)
    for (const width of [320, 360, 390, 430, 701, 820, 912, 1024, 1240, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const torn = await page.locator('h1, label > span, .inset').evaluateAll(tornLines)
      const short = await page.locator('.lead, .costs-compared p').evaluateAll(shortEnds)
      found.push(...[...torn, ...short].map((line) => `${line} at ${width} on ${index}`))
    }
  }
  expect(found).toEqual([])
})

test('the longest question has no more lines on a tablet than browsers balance', async ({ page }) => {
  await visitAt(page, firstAsking('primaryMotivatorForRemodelling'))
  for (const width of [744, 768, 820, 1023]) {
    await page.setViewportSize({ width, height: 1100 })
    const lines = await heading(page).evaluate(
      (question) => question.clientHeight / Number.parseFloat(getComputedStyle(question).lineHeight),
    )
    expect(Math.round(lines), `at ${width} px`).toBeLessThanOrEqual(6)
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

/** Runs in the page: a sign at the begin of a line, The at the end of a heading’s, and amounts in more than one. */
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
    const words = letters.map(({ letter }) => letter).join('')
    letters.forEach(({ letter, top }, index) => {
      const before = letters[index - 1]
      if (before === undefined || top - before.top <= 5) return
      const isTorn = /[-/&]/.test(letter) || /-\d/.test(before.letter + letter)
      const isAfterThe = element.matches('h1') && /\bThe\s*$/.test(words.slice(0, index))
      if (isTorn || isAfterThe) torn.push(words.slice(index, index + 12))
    })
  }
  return torn
}

/** Runs in the page: the texts whose last line is less than half as long as their longest. */
function shortEnds(texts: readonly Element[]): readonly string[] {
  return texts.flatMap((text) => {
    const words = document.createRange()
    words.selectNodeContents(text)
    const lines = Map.groupBy(words.getClientRects(), ({ bottom }) => Math.round(bottom / 10))
    const lengths = [...lines.values()].map(
      (parts) => Math.max(...parts.map(({ right }) => right)) - Math.min(...parts.map(({ left }) => left)),
    )
    return (lengths.at(-1) ?? 0) < Math.max(...lengths) / 2 ? [(text.textContent ?? '').slice(-20)] : []
  })
}
