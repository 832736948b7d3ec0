import { walkStates } from '../screen-states.ts'
import { expect, test } from '../test.ts'

test('every screen prints dark on white, without buttons and messages', async ({ page, expectTrouble }) => {
  test.setTimeout(120_000)
  expectTrouble(/api\/projects/)
  const found: string[] = []
  await walkStates(page, async (state) => {
    await page.emulateMedia({ media: 'print' })
    for (const trouble of await page.evaluate(paperTroubles)) found.push(`${state}: ${trouble}`)
    await page.emulateMedia({ media: 'screen' })
  })
  expect(found).toEqual([])
})

/** Runs in the page: what cannot be read on white, as browsers leave grounds out, and what paper has no use for. */
function paperTroubles(): readonly string[] {
  const troubles: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`

  for (const part of document.querySelectorAll('.button, dialog')) {
    if (part.checkVisibility()) troubles.push(`${nameOf(part)} prints`)
  }
  for (const text of document.body.querySelectorAll('*')) {
    const hasWords = Array.from(text.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
    if (!hasWords || !text.checkVisibility({ visibilityProperty: true })) continue
    const [red = 0, green = 0, blue = 0] = getComputedStyle(text).color.match(/\d+/g)?.map(Number) ?? []
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue > 120) troubles.push(`${nameOf(text)} is pale`)
  }
  return troubles
}
