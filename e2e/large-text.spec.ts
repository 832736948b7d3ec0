import { layoutTroubles } from './layout-troubles.ts'
import { walkStates } from './screen-states.ts'
import { expect, test } from './test.ts'

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

for (const { what, ...viewport } of [
  { what: 'the smallest phone', width: 320, height: 568 },
  { what: 'a phone on its side', width: 844, height: 390 },
]) {
  test(`with large text on ${what} all can be read, and the bars leave it the room`, async ({
    page,
    expectTrouble,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(viewport)
    expectTrouble(/api\/projects/)
    const found: string[] = []
    await walkStates(page, async (state) => {
      for (const trouble of await page.evaluate(layoutTroubles)) found.push(`${state}: ${trouble}`)
      for (const bar of await page.locator('.top, .bar, .detail-close').all())
        await expect(bar, state).toHaveCSS('position', 'static')
    })
    expect(found).toEqual([])
  })
}
