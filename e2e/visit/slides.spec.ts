import type { Locator } from '@playwright/test'
import { remodelTypes, SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import words from '../../web/assets/film/words.json' with { type: 'json' }
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, titleOf } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const types = Object.values(remodelTypes)
const { major, upscale } = remodelTypes
const KITCHENS = showing('remodel-types')
const FILM = showing('process')

test('each type of remodel has a card, and a detail view in colors of its own', async ({ page }) => {
  // So small that the last card has to be scrolled into view.
  await page.setViewportSize({ width: 390, height: 500 })
  await openVisitAt(page, KITCHENS)
  const colors: string[] = []
  const headingColors: string[] = []
  for (const { name, scope } of types) {
    const card = page.getByRole('button', { name, exact: true })
    await card.click()
    await expect(heading(page)).toHaveText(name)
    await expect(heading(page)).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(await page.getByRole('listitem').allTextContents()).toEqual(scope)
    await expect(page.getByText(SCOPE_ASSUMPTION)).toBeVisible()
    await expect(page.getByRole('img')).toHaveAccessibleName(/./)
    await expect(button(page, 'Back')).toHaveCount(0)
    await expect(button(page, 'Next')).toHaveCount(0)
    colors.push(await page.locator('.detail').evaluate((detail) => getComputedStyle(detail).backgroundColor))
    headingColors.push(await heading(page).evaluate((element) => getComputedStyle(element).color))

    if (name === major.name) await page.keyboard.press('Escape')
    else if (name === upscale.name) await holdEnterOn(button(page, 'Close'))
    else await button(page, 'Close').click()
    await expect(card).toBeFocused()
    await expect(heading(page)).toHaveText(titleOf(KITCHENS))
    await expect(button(page, 'Back')).toBeVisible()
    await expect(button(page, 'Next')).toBeVisible()
  }
  expect(new Set(colors).size).toBe(types.length)
  expect(new Set(headingColors).size).toBe(types.length)

  await button(page, 'Next').focus()
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
  await expect(button(page, 'Next')).toBeFocused()
  await button(page, 'Next').click()
  await waitForScreen(page, KITCHENS + 1)
})

async function holdEnterOn(close: Locator) {
  await close.focus()
  for (let repeat = 0; repeat < 3; repeat++) await close.page().keyboard.down('Enter')
  await close.page().keyboard.up('Enter')
}

test("the browser's Back closes an open detail first, then leaves the screen", async ({ page }) => {
  await openVisitAt(page, KITCHENS)
  await button(page, upscale.name).click()
  await expect(heading(page)).toHaveText(upscale.name)
  await page.goBack()
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
  await expect(button(page, upscale.name)).toBeFocused()
  await page.goBack()
  await waitForScreen(page, KITCHENS - 1)
  await page.goForward()
  await waitForScreen(page, KITCHENS)
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
})

test('the film waits to be played, plays, and has a transcript', async ({ page }) => {
  await openVisitAt(page, FILM)
  const film = page.locator('video')
  await expect(film).toHaveAccessibleName(titleOf(FILM))
  await expect(film).toHaveJSProperty('paused', true)
  await expect(film).toHaveJSProperty('currentTime', 0)

  const play = button(page, `Play, ${words.length} seconds`)
  await play.click()
  await expect(film).toBeFocused()
  await expect(play).toHaveCount(0)
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await film.evaluate((video: HTMLVideoElement) => video.pause())

  await page.getByText('Transcript').click()
  await expect(page.getByText('Learn the dream wishes for the kitchen.')).toBeVisible()
})
