import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { axeViolations, expectAccessible } from '../support/axe-violations.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { walkStates } from '../support/screen-states.ts'
import { spaceText } from '../support/space-text.ts'
import { expect, test } from '../support/test.ts'
import { jumpTo, openVisitAt } from '../support/visits.ts'

const SIZES = [
  [390, 844],
  [820, 1180],
  // 400 % zoom.
  [320, 240],
  [1440, 900],
] as const

const SIZES_OF_LARGE_TEXT = [
  [1280, 900],
  [390, 844],
  [844, 390],
  [320, 568],
] as const

test('every screen and state is accessible, fits every window, also with large or spaced text, and prints dark on white', async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(180_000)
  expectErrors(/api\/projects/)
  await page.addInitScript(makeTextZoomable)
  const browser = await page.context().newCDPSession(page)
  // The browser's own setting, because em-based media queries follow it, not the root's font size.
  const setTextSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  const found: string[] = []

  await walkStates(page, async (state) => {
    const note = (how: string, problems: readonly string[]) =>
      found.push(...problems.map((problem) => `${state}, ${how}: ${problem}`))
    const noteLayout = async (how: string, [width, height]: readonly [number, number]) => {
      await page.setViewportSize({ width, height })
      note(`${how} at ${width}x${height}`, await page.evaluate(layoutProblems))
    }

    for (const size of SIZES) {
      await noteLayout('usual', size)
      if (size[0] === 390 || size[0] === 1440) note('axe', await axeViolations(page))
    }
    await page.emulateMedia({ media: 'print' })
    note('printed', await page.evaluate(printProblems))
    await page.emulateMedia({ media: 'screen' })

    await page.evaluate(spaceText)
    await noteLayout('spaced text', [390, 844])
    await page.evaluate(() => document.adoptedStyleSheets.pop())

    await page.evaluate(() => document.documentElement.style.setProperty('--zoom', '2'))
    await noteLayout('zoomed text', [390, 844])
    await page.evaluate(() => document.documentElement.style.removeProperty('--zoom'))

    await setTextSize(32)
    for (const size of SIZES_OF_LARGE_TEXT) {
      await noteLayout('large text', size)
      note(`large text at ${size[0]}`, await page.evaluate(fixedBars))
    }
    await setTextSize(16)
  })
  expect(found).toEqual([])
})

/** Runs in the page: the bars that would cover text. */
function fixedBars(): readonly string[] {
  const bars = [...document.querySelectorAll('.top, .bar, .detail-close')]
  return bars
    .map((bar) => getComputedStyle(bar).position)
    .filter((position) => position !== 'static')
    .map((position) => `a bar is ${position}`)
}

/**
 * Runs in the page: multiplies every font size by `--zoom`, also one in `vw`, as the text zoom of Firefox and Safari
 * does. Chromium has none. A size in `em` follows its parent's.
 */
function makeTextZoomable() {
  addEventListener('load', () => {
    for (const sheet of document.styleSheets) multiplySizes(sheet.cssRules)
  })

  function multiplySizes(rules: CSSRuleList) {
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) multiplySizes(rule.cssRules)
      if (!(rule instanceof CSSStyleRule)) continue
      const { font, fontSize } = rule.style
      if (/^[\d.]+em$/.test(fontSize)) continue
      if (font) rule.style.font = font.replace(/var\(--t\d+\)/, 'calc(var(--zoom, 1) * $&)')
      else if (fontSize) rule.style.fontSize = `calc(var(--zoom, 1) * (${fontSize}))`
    }
  }
}

test('axe finds nothing on the error view', async ({ page, expectErrors }) => {
  expectErrors(/404/)
  await page.goto('/nowhere')
  await expectAccessible(page)
})

test('a radio is chosen by pressing anywhere on its card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openVisitAt(page, LAST)
  for (const [name, card] of [
    ['typeOfArchitecture', '.house'],
    ['typeOfKitchenRemodel', '.choice'],
  ] as const) {
    await jumpTo(page, firstAsking(name))
    const second = page.locator(card).nth(1)
    const { width = 0, height = 0 } = (await second.boundingBox()) ?? {}
    for (const [x, y] of [
      [4, 4],
      [width - 4, height - 4],
    ] as const) {
      await page.locator(card).first().click()
      await second.click({ position: { x, y } })
      await expect(second.getByRole('radio')).toBeChecked()
    }
  }
})

/** Runs in the page: text too pale for white paper, and controls that have no use there. */
function printProblems(): readonly string[] {
  const problems: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`

  for (const part of document.querySelectorAll('.button, dialog')) {
    if (part.checkVisibility()) problems.push(`${nameOf(part)} prints`)
  }
  for (const text of document.body.querySelectorAll('*')) {
    const hasWords = Array.from(text.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
    if (!hasWords || !text.checkVisibility({ visibilityProperty: true })) continue
    const [red = 0, green = 0, blue = 0] = getComputedStyle(text).color.match(/\d+/g)?.map(Number) ?? []
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue > 120) problems.push(`${nameOf(text)} is pale`)
  }
  return problems
}
