import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { button, heading, titleOf, visitAt } from './visits.ts'
import { arrived } from './walker.ts'

/** Counts the transitions a page asks for. */
const countTransitions = (page: Page) =>
  page.addInitScript(() => {
    const original = document.startViewTransition
    Document.prototype.startViewTransition = function (...given) {
      const root = document.documentElement
      root.dataset.transitions = String(Number(root.dataset.transitions ?? 0) + 1)
      return original.apply(this, given)
    }
  })

test('with less motion asked for, a step makes no transition', async ({ page }) => {
  await countTransitions(page)
  await visitAt(page, 3)
  await button(page, 'Next').click()
  await arrived(page, 4)
  await page.goBack()
  await arrived(page, 3)
  await expect(page.locator('html')).not.toHaveAttribute('data-transitions')
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a step makes one transition, and ends with the focus on the new heading', async ({ page }) => {
    await countTransitions(page)
    await visitAt(page, 3)
    const before = Number(await page.locator('html').getAttribute('data-transitions'))
    await button(page, 'Next').click()
    await arrived(page, 4)
    await expect(heading(page)).toHaveText(titleOf(4))
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'forward')
    await expect(page.locator('html')).toHaveAttribute('data-transitions', String(before + 1))
    await button(page, 'Back').click()
    await arrived(page, 3)
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-direction', 'back')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('quick presses in the midst of a transition lose nothing', async ({ page }) => {
    await visitAt(page, 22)
    await page.evaluate(() => {
      for (let press = 0; press < 3; press++)
        document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
    })
    await page.waitForURL(/sec2[345]$/)
    await button(page, 'Back').click()
    await expect(heading(page)).toBeFocused()
    await expect(heading(page)).toHaveText(titleOf(Number(new URL(page.url()).pathname.slice(4))))
  })
})

test('in forced colours radios are the browser’s own, and what is chosen has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitAt(page, 10)
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
