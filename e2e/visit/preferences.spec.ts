import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, SEND_URL, titleOf } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

/** A screen that asks nothing, like the next one. */
const FILM = showing('process')

test('with reduced motion no step moves, and the loading ring turns slowly', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('animationstart', ({ animationName }) => {
      document.documentElement.dataset.moved = animationName
    })
  })
  await openVisitAt(page, FILM)
  await button(page, 'Next').click()
  await waitForScreen(page, FILM + 1)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')

  await page.route(SEND_URL, () => {})
  await openVisitAt(page, LAST)
  await button(page, 'Submit').click()
  await page.getByRole('status').waitFor()
  const durations = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration))
  await expect.poll(durations).toEqual([3000])
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a step slides in once, without making the page wider, and focuses its heading', async ({ page }) => {
    await countArrivals(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await openVisitAt(page, FILM)
    await expect(page.locator('html')).toHaveAttribute('data-arrivals', '1')
    await page.evaluate(() => document.querySelector<HTMLElement>('.bar [type=submit]')?.click())
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth)
    await waitForScreen(page, FILM + 1)
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'forward')
    await expect(page.locator('html')).toHaveAttribute('data-arrivals', '2')
    await button(page, 'Back').click()
    await waitForScreen(page, FILM)
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'back')
    await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
  })

  test('quick presses while a step slides in are not lost', async ({ page }) => {
    const first = showing('next-step')
    await openVisitAt(page, first)
    await page.evaluate(() => {
      for (let press = 0; press < 3; press++)
        document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
    })
    await waitForScreen(page, first + 3)
    await expect(heading(page)).toHaveText(titleOf(first + 3))
    await expect(heading(page)).toBeFocused()
  })
})

/** Counts the steps that slide in, and notes when a background moves with one. */
const countArrivals = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName !== 'arrive' || !(target instanceof Element)) return
      const root = document.documentElement
      if (target.matches('[data-pigment]')) root.dataset.flashed = 'yes'
      if (!target.matches('h1')) return
      root.dataset.arrivals = String(Number(root.dataset.arrivals ?? 0) + 1)
    })
  })

test('in forced colors the chosen answer, the buttons, the focus and a message have borders', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [name, card] of [
    ['remodellingExperience', '.choice'],
    ['typeOfArchitecture', '.house'],
  ] as const) {
    await openVisitAt(page, firstAsking(name))
    const [chosen, other] = [page.locator(card).first(), page.locator(card).last()]
    await chosen.getByRole('radio').check()
    await expect(chosen).toHaveCSS('border-top-width', '4px')
    await expect(other).not.toHaveCSS('border-top-width', '4px')
  }
  await expect(button(page, 'Next')).toHaveCSS('border-top-style', 'solid')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Back')).toHaveCSS('outline-style', 'solid')
  await openVisitAt(page, LAST)
  await button(page, 'Submit').click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-style', 'solid')
})

test('a browser that prefers dark pages does not darken ours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light only')
})
