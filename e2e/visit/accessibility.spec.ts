import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { axeViolations } from '../support/axe-violations.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { problemsOfAllStates } from '../support/screen-states.ts'
import { spaceText } from '../support/space-text.ts'
import { expect, test } from '../support/test.ts'
import { openVisitAt } from '../support/visits.ts'

test('every screen and state is accessible, fits every window, also with more space, and prints dark on white', async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(180_000)
  expectErrors(/api\/projects/)
  const sizes = [
    [390, 844, 'axe'],
    [820, 1180],
    // 400 % zoom.
    [320, 240],
    [1440, 900, 'axe'],
  ] as const
  const inPrint = async () => {
    await page.emulateMedia({ media: 'print' })
    const problems = await page.evaluate(printProblems)
    await page.emulateMedia({ media: 'screen' })
    return problems
  }
  const withSpace = async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(spaceText)
    const problems = await page.evaluate(layoutProblems)
    await page.evaluate(() => document.adoptedStyleSheets.pop())
    return problems.map((one) => `with more space: ${one}`)
  }
  const extra = async () => [...(await inPrint()), ...(await withSpace())]
  expect(await problemsOfAllStates(page, sizes, extra)).toEqual([])
})

test('on a phone every screen fits when the browser zooms the text alone to 200 %', async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(120_000)
  expectErrors(/api\/projects/)
  await page.addInitScript(zoomText)
  expect(await problemsOfAllStates(page, [[390, 844]])).toEqual([])
})

/**
 * Runs in the page: doubles every font size, also one in `vw`, as the text zoom of Firefox and Safari does. Chromium
 * has none. A size in `em` follows its parent's.
 */
function zoomText() {
  addEventListener('load', () => {
    for (const sheet of document.styleSheets) doubleSizes(sheet.cssRules)
  })

  function doubleSizes(rules: CSSRuleList) {
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) doubleSizes(rule.cssRules)
      if (!(rule instanceof CSSStyleRule)) continue
      const { font, fontSize } = rule.style
      if (/^[\d.]+em$/.test(fontSize)) continue
      if (font) rule.style.font = font.replace(/var\(--t\d+\)/, 'calc(2 * $&)')
      else if (fontSize) rule.style.fontSize = `calc(2 * (${fontSize}))`
    }
  }
}

test('axe finds nothing on the error view', async ({ page, expectErrors }) => {
  expectErrors(/404/)
  await page.goto('/nowhere')
  expect(await axeViolations(page)).toEqual([])
})

test('a radio is chosen by pressing anywhere on its card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [name, card] of [
    ['typeOfArchitecture', '.house'],
    ['typeOfKitchenRemodel', '.choice'],
  ] as const) {
    await openVisitAt(page, firstAsking(name))
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
