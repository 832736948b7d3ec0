import type { Locator } from '@playwright/test'
import {
  BRAND_NAME,
  COST_NOTE,
  claims,
  costsCompared,
  FDA_FEE_RANGE,
  remodelTypes,
  SCOPE_ASSUMPTION,
  virtues,
  withBrand,
} from '../../questionnaire/business.ts'
import { type Screen, type SlideName, screens } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, titleOf, visitAt } from '../visits.ts'
import { arrived } from '../walker.ts'

const types = Object.values(remodelTypes)
const { major, upscale } = remodelTypes
const KITCHENS = showing('remodel-types')
const FILM = showing('process')

test('each type of remodel has a card and its scope in detail, in colours of its own', async ({ page }) => {
  await visitAt(page, KITCHENS)
  const colours: string[] = []
  const headingColours: string[] = []
  for (const { name, scope } of types) {
    const card = page.getByRole('button', { name, exact: true })
    await card.hover()
    await page.mouse.down()
    await expect(card, 'gives way, as every button does').toHaveCSS('translate', '0px 1px')
    await page.mouse.up()
    await expect(heading(page)).toHaveText(name)
    await expect(heading(page)).toBeFocused()
    expect(await page.getByRole('listitem').allTextContents()).toEqual(scope)
    await expect(page.getByText(SCOPE_ASSUMPTION)).toBeVisible()
    await expect(page.getByRole('img')).toHaveAccessibleName(/./)
    await expect(button(page, 'Back')).toHaveCount(0)
    await expect(button(page, 'Next')).toHaveCount(0)
    colours.push(await page.locator('.detail').evaluate((detail) => getComputedStyle(detail).backgroundColor))
    headingColours.push(await heading(page).evaluate((element) => getComputedStyle(element).color))

    if (name === major.name) await page.keyboard.press('Escape')
    else if (name === upscale.name) await holdEnterOn(button(page, 'Close'))
    else await button(page, 'Close').click()
    await expect(card).toBeFocused()
    await expect(heading(page)).toHaveText(titleOf(KITCHENS))
    await expect(button(page, 'Back')).toBeVisible()
    await expect(button(page, 'Next')).toBeVisible()
  }
  expect(new Set(colours).size).toBe(types.length)
  expect(new Set(headingColours).size).toBe(types.length)

  await button(page, major.name).focus()
  await page.keyboard.down('Tab')
  await page.keyboard.down('Tab')
  await page.keyboard.up('Tab')
  await expect(button(page, upscale.name)).not.toBeFocused()

  await button(page, 'Next').focus()
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
  await expect(button(page, 'Next')).toBeFocused()
  await button(page, 'Next').click()
  await arrived(page, KITCHENS + 1)
})

async function holdEnterOn(close: Locator) {
  await close.focus()
  for (let repeat = 0; repeat < 3; repeat++) await close.page().keyboard.down('Enter')
  await close.page().keyboard.up('Enter')
}

test('a detail is read from its top, however far down its card is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await visitAt(page, KITCHENS)
  const card = button(page, upscale.name)
  await card.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await card.click()
  await expect(heading(page)).toHaveText(upscale.name)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the back of the browser leaves an open detail for the screen before', async ({ page }) => {
  await visitAt(page, KITCHENS)
  await button(page, upscale.name).click()
  await expect(heading(page)).toHaveText(upscale.name)
  await page.goBack()
  await arrived(page, KITCHENS - 1)
  await page.goForward()
  await arrived(page, KITCHENS)
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
})

test('the cards are shown again, however soon somebody comes back to them', async ({ page }) => {
  await visitAt(page, KITCHENS)
  await button(page, upscale.name).click()
  await expect(heading(page)).toHaveText(upscale.name)
  await page.evaluate(async () => {
    const step = (by: number) =>
      new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true })
        history.go(by)
      })
    await step(-1)
    await step(1)
  })
  await arrived(page, KITCHENS)
  await expect(heading(page)).toHaveText(titleOf(KITCHENS))
})

test('the cost ranges are given letter by letter, with the note', async ({ page }) => {
  await visitAt(page, showing('cost-ranges'))
  const cards = (await page.getByRole('listitem').allInnerTexts()).map((card) => card.split(/\n+/))
  expect(cards).toEqual(types.map(({ name, costRange }) => [name.toUpperCase(), costRange]))
  await expect(page.getByText(COST_NOTE)).toBeVisible()
})

test('the slides say what the business says', async ({ page }) => {
  const sayings: Partial<Record<SlideName, readonly string[]>> = {
    'process-steps': ['Feasability', 'Discovery', 'Design'],
    'next-step': [
      'feasibility-discovery-design representative',
      'F-D-A (Feasibility-Discovery/Design Agreement)',
      FDA_FEE_RANGE,
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
    hire: [BRAND_NAME, ...claims],
    why: [BRAND_NAME, ...virtues, ...costsCompared.map((costs) => withBrand(costs, BRAND_NAME))],
  }
  const slides = screens.flatMap((screen: Screen, index) =>
    screen.kind === 'slide' ? [{ index, texts: sayings[screen.slide] ?? [] }] : [],
  )
  for (const { index, texts } of slides) {
    if (texts.length > 0) await visitAt(page, index)
    for (const text of texts) await expect(page.locator('main')).toContainText(text)
  }
})

test('the film waits to be played, plays, and is told in words', async ({ page }) => {
  await visitAt(page, FILM)
  const film = page.locator('video')
  await expect(film).toHaveAccessibleName(titleOf(FILM))
  await expect(film).toHaveJSProperty('paused', true)
  await expect(film).toHaveJSProperty('currentTime', 0)

  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await film.evaluate((video: HTMLVideoElement) => video.pause())

  await page.getByText('Transcript').click()
  await expect(page.getByText('Learn the dream wishes for the kitchen.')).toBeVisible()
})
