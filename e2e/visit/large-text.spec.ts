import { problemsOfAllStates } from '../support/screen-states.ts'
import { expect, test } from '../support/test.ts'

// Uses the browser's own setting, because em-based media queries follow it, not the root's font size.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

test('every screen fits with text of twice the size, and no bar covers the text', async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(120_000)
  expectErrors(/api\/projects/)
  const sizes = [
    [1280, 900],
    [390, 844],
    [844, 390],
    [320, 568],
  ] as const
  const fixedBars = async () => {
    const bars = await page.locator('.top, .bar, .detail-close').all()
    const positions = await Promise.all(
      bars.map((bar) => bar.evaluate((one) => getComputedStyle(one).position)),
    )
    return positions.filter((position) => position !== 'static').map((position) => `a bar is ${position}`)
  }
  expect(await problemsOfAllStates(page, sizes, fixedBars)).toEqual([])
})
