import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, SENDING, titleOf, visitAt } from '../visits.ts'
import { arrived } from '../walker.ts'

/** A screen that asks nothing, as the next one does. */
const FILM = showing('process')

/** Counts the steps that come in with a movement, and tells when a ground moves with one. */
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

test('with less motion asked for, nothing moves in a step', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('animationstart', ({ animationName }) => {
      document.documentElement.dataset.moved = animationName
    })
  })
  const asking = firstAsking('remodellingExperience')
  await visitAt(page, asking)
  await button(page, 'Back').click()
  await arrived(page, asking - 1)
  await page.goForward()
  await arrived(page, asking)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})

test('with less motion asked for, the ring turns slowly and the arrow of the review not at all', async ({
  page,
}) => {
  await page.route(SENDING, () => {})
  await visitAt(page, LAST)
  const turning = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration))
  await page.getByText('Review your answers').click()
  expect(await turning()).toEqual([])
  await button(page, 'Submit').click()
  await page.getByRole('status').waitFor()
  await expect.poll(turning).toEqual([3000])
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a step comes in once, and has the focus on its heading', async ({ page }) => {
    await countArrivals(page)
    await visitAt(page, FILM)
    await expect(page.locator('html')).toHaveAttribute('data-arrivals', '1')
    await button(page, 'Next').click()
    await arrived(page, FILM + 1)
    await expect(heading(page)).toHaveText(titleOf(FILM + 1))
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'forward')
    await expect(page.locator('html')).toHaveAttribute('data-arrivals', '2')
    await button(page, 'Back').click()
    await arrived(page, FILM)
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'back')
    await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('what comes in from the side makes no page wider', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visitAt(page, FILM)
    await page.evaluate(() => document.querySelector<HTMLElement>('.bar [type=submit]')?.click())
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth)
  })

  test('quick presses while a step comes in lose nothing', async ({ page }) => {
    const first = showing('next-step')
    await visitAt(page, first)
    await page.evaluate(() => {
      for (let press = 0; press < 3; press++)
        document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
    })
    await arrived(page, first + 3)
    await button(page, 'Back').click()
    await arrived(page, first + 2)
    await expect(heading(page)).toBeFocused()
    await expect(heading(page)).toHaveText(titleOf(first + 2))
  })
})

test('in forced colours radios are the browser’s own, and what is chosen has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitAt(page, firstAsking('remodellingExperience'))
  const [chosen, other] = [page.locator('.choice').first(), page.locator('.choice').last()]
  await chosen.getByRole('radio').check()
  await expect(chosen.getByRole('radio')).toHaveCSS('appearance', 'auto')
  await expect(chosen).toHaveCSS('border-top-width', '4px')
  await expect(other).not.toHaveCSS('border-top-width', '4px')
  for (const name of ['Back', 'Next']) {
    await expect(button(page, name)).not.toHaveCSS('border-top-width', '0px')
    await expect(button(page, name)).toHaveCSS('border-top-style', 'solid')
  }
  await page.keyboard.press('Tab')
  await expect(button(page, 'Back')).toBeFocused()
  await expect(button(page, 'Back')).toHaveCSS('outline-style', 'solid')
})

test('in forced colours the chosen house and a message have a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitAt(page, firstAsking('typeOfArchitecture'))
  const [chosen, other] = [page.locator('.house').first(), page.locator('.house').last()]
  await chosen.getByRole('radio').check()
  await expect(chosen).toHaveCSS('border-top-width', '4px')
  await expect(other).not.toHaveCSS('border-top-width', '4px')
  await visitAt(page, LAST)
  await button(page, 'Submit').click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-style', 'solid')
})

test('in forced colours what the keyboard opens has no ring round its heading', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitAt(page, showing('remodel-types'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await button(page, 'Close').waitFor()
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveCSS('outline-style', 'none')
})

test('in forced colours a bubble has no tail, which would be a square', async ({ page }) => {
  await visitAt(page, showing('problems'))
  const tail = () =>
    page
      .locator('.bubble')
      .first()
      .evaluate((bubble) => getComputedStyle(bubble, '::after').display)
  expect(await tail()).toBe('block')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await tail()).toBe('none')
})

test('no browser that prefers the dark may darken the page by itself', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light only')
})
