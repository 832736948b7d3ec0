import { layoutTroubles } from '../layout-troubles.ts'
import { walkStates } from '../screen-states.ts'
import { expect, test } from '../test.ts'

// As who has asked the browser for text of twice the size.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions
      await use({ ...launchOptions, args: [...args, '--blink-settings=defaultFontSize=32'] })
    },
    { scope: 'worker' },
  ],
})

/** The smallest phone, and a phone on its side. */
const SIZES = [
  [320, 568],
  [844, 390],
] as const

test('with large text on a phone all can be read, and the bars leave it the room', async ({
  page,
  expectTrouble,
}) => {
  test.setTimeout(120_000)
  expectTrouble(/api\/projects/)
  const found: string[] = []
  await walkStates(page, async (state) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      const place = `${state} at ${width} by ${height}`
      for (const trouble of await page.evaluate(layoutTroubles)) found.push(`${place}: ${trouble}`)
      for (const bar of await page.locator('.top, .bar, .detail-close').all())
        await expect(bar, place).toHaveCSS('position', 'static')
    }
  })
  expect(found).toEqual([])
})
