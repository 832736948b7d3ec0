import type { Locator } from '@playwright/test'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { layoutTroubles } from '../layout-troubles.ts'
import { walkStates } from '../screen-states.ts'
import { expect, test } from '../test.ts'
import { visitAt } from '../visits.ts'

const sizes = {
  '100%': [
    [820, 1180],
    [320, 640],
    // 400 % zoom.
    [320, 240],
  ],
  '200%': [
    [1280, 900],
    [390, 844],
    [360, 800],
  ],
} as const

for (const [text, places] of Object.entries(sizes)) {
  test(`no screen scrolls sideways or has a small target at any size with text of ${text}`, async ({
    page,
    expectTrouble,
  }) => {
    test.setTimeout(120_000)
    expectTrouble(/api\/projects/)
    await page.addInitScript((size) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = size
      })
    }, text)
    const found: string[] = []
    await walkStates(page, async (state) => {
      for (const [width, height] of places) {
        await page.setViewportSize({ width, height })
        for (const trouble of await page.evaluate(layoutTroubles))
          found.push(`${state} at ${width} by ${height}: ${trouble}`)
      }
    })
    expect(found).toEqual([])
  })
}

test('a radio is chosen by pressing anywhere on its card', async ({ page }) => {
  for (const [name, card] of [
    ['typeOfArchitecture', '.house'],
    ['remodellingExperience', '.choice'],
    ['typeOfKitchenRemodel', '.choice'],
  ] as const) {
    await visitAt(page, firstAsking(name))
    const last = page.locator(card).last()
    const { width, height } = await sizeOf(last)
    for (const position of [
      { x: 4, y: 4 },
      // A picture, where there is one.
      { x: width * 0.9, y: height / 2 },
      { x: width - 4, y: height - 4 },
    ]) {
      await page.locator(card).first().click()
      await last.click({ position })
      await expect(last.getByRole('radio')).toBeChecked()
    }
  }
})

test('a card stays where it is pressed, or the next press would meet another one', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await visitAt(page, firstAsking('typeOfArchitecture'))
  const low = page.locator('.house').nth(3)
  await expect(low).toBeInViewport({ ratio: 1 })
  const before = await sizeOf(low)
  // Not by `click`, which scrolls by itself.
  await page.mouse.click(before.x + 40, before.y + 40)
  await expect(low.getByRole('radio')).toBeChecked()
  expect(await sizeOf(low)).toEqual(before)
})

async function sizeOf(card: Locator) {
  const box = await card.boundingBox()
  if (!box) throw new Error('There is no such card')
  return box
}
