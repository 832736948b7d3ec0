import type { Locator } from '@playwright/test'
import {
  BRAND_NAME,
  COST_NOTE,
  costsCompared,
  defaultPrices,
  remodelTypes,
  SCOPE_ASSUMPTION,
  skills,
  virtues,
  withBrand,
} from '../../questionnaire/business.ts'
import { type Screen, type SlideName, screens } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import words from '../../web/assets/film/words.json' with { type: 'json' }
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, titleOf } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const types = Object.values(remodelTypes)
const prices = Object.values(defaultPrices)
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

test('the cost ranges and their note are shown as specified', async ({ page }) => {
  await openVisitAt(page, showing('cost-ranges'))
  for (const [index, { name, scope }] of types.entries()) {
    const card = page.locator('.cost').nth(index)
    await expect(card.getByRole('heading')).toHaveText(name.toUpperCase())
    await expect(card.locator('p')).toHaveText(prices[index] ?? '')
    await expect(card.getByRole('listitem')).toHaveText([...scope])
  }
  await expect(page.getByText(COST_NOTE)).toBeVisible()
})

test('the slides contain the texts of the business', async ({ page }) => {
  const textsOf: Partial<Record<SlideName, readonly string[]>> = {
    'process-steps': ['Feasability', 'Discovery', 'Design'],
    'next-step': [
      'feasibility-discovery-design representative',
      'F-D-A (Feasibility-Discovery/Design Agreement)',
      defaultPrices.fee,
    ],
    problems: [
      'they never call me back',
      'the project took too long',
      'my house and yard were a mess',
      'I ended up managing the project myself',
      'so many hidden costs',
      'I was not given a schedule',
    ],
    complaints: [
      'Top client complaints about the contractor they hired',
      'workers failing to show up',
      'not doing the job right the first time',
      'not listening to or understanding requests',
      'leaving a mess',
    ],
    hire: [BRAND_NAME, ...skills],
    why: [BRAND_NAME, ...virtues, ...costsCompared.map((costs) => withBrand(costs, BRAND_NAME))],
  }
  const slides = screens.flatMap((screen: Screen, index) =>
    screen.kind === 'slide' ? [{ index, texts: textsOf[screen.slide] ?? [] }] : [],
  )
  for (const { index, texts } of slides) {
    if (texts.length > 0) await openVisitAt(page, index)
    for (const text of texts) await expect(page.locator('main')).toContainText(text)
  }
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
