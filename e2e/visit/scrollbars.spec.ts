import { showing } from '../../questionnaire/test-screens.ts'
import { expect, test as hidden } from '../test.ts'
import { button, visitAt } from '../visits.ts'

/** A browser whose scrollbars take room beside the page, as on Windows; Playwright hides them unless told. */
const test = hidden.extend({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const STAGE = showing('problems')

for (const { width, height } of [
  { width: 600, height: 900 },
  { width: 1440, height: 900 },
]) {
  test(`a scrollbar moves no button and leaves no strip beside a ground at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await visitAt(page, STAGE)
    const found = () =>
      page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return {
          bar: innerWidth - clientWidth,
          sideways: scrollWidth > clientWidth,
          ground: document.querySelector('[data-pigment]')?.getBoundingClientRect().right,
          next: document.querySelector('.bar [type=submit]')?.getBoundingClientRect().x,
        }
      })
    const short = await found()
    expect(short).toMatchObject({ bar: 0, sideways: false, ground: width })

    await page.setViewportSize({ width, height: 600 })
    await page.evaluate(() => scrollTo(9999, 9999))
    const long = await found()
    expect(long.bar).toBeGreaterThan(0)
    expect(long).toEqual({ ...short, bar: long.bar })
    expect(await page.evaluate(() => [scrollX, scrollY > 0])).toEqual([0, true])
    const next = await button(page, 'Next').boundingBox()
    expect((next?.x ?? 0) + (next?.width ?? 0)).toBeLessThan(width - long.bar)
  })
}
