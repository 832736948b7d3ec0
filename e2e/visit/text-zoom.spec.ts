import { problemsOfAllStates } from '../support/screen-states.ts'
import { expect, test } from '../support/test.ts'

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
      if (font) rule.style.font = font.replace(/[\d.]+(?=rem|px)/, (size) => String(Number(size) * 2))
      else if (fontSize) rule.style.fontSize = `calc(2 * (${fontSize}))`
    }
  }
}
