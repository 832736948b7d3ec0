import { remodelTypes } from '../questionnaire/business.ts'
import { expect, test } from './test.ts'
import { button, heading, titleOf, visitAt } from './visits.ts'
import { arrived } from './walker.ts'

const types = Object.values(remodelTypes)

test('/sec7 shows three cards, each with its scope in detail, in colours of its own', async ({ page }) => {
  await visitAt(page, 7)
  const colours: string[] = []
  for (const { name, scope } of types) {
    const card = page.getByRole('button', { name, exact: true })
    await card.click()
    await expect(heading(page)).toHaveText(name)
    await expect(heading(page)).toBeFocused()
    expect(await page.getByRole('listitem').allTextContents()).toEqual(scope)
    await expect(page.getByText('About 200 square foot kitchen')).toBeVisible()
    await expect(page.getByRole('img')).toHaveAccessibleName(/./)
    await expect(button(page, 'Back')).toHaveCount(0)
    await expect(button(page, 'Next')).toHaveCount(0)
    colours.push(await page.locator('.detail').evaluate((detail) => getComputedStyle(detail).backgroundColor))
    colours.push(await heading(page).evaluate((element) => getComputedStyle(element).color))

    if (name === 'Major') await page.keyboard.press('Escape')
    else await button(page, 'Close').click()
    await expect(card).toBeFocused()
    await expect(heading(page)).toHaveText('3 basic types of kitchen remodels')
    await expect(button(page, 'Back')).toBeVisible()
    await expect(button(page, 'Next')).toBeVisible()
  }
  const [minor, minorHeading, major, majorHeading, upscale, upscaleHeading] = colours
  expect(new Set([minor, major, upscale]).size).toBe(3)
  expect(new Set([minorHeading, majorHeading, upscaleHeading]).size).toBe(3)

  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('3 basic types of kitchen remodels')
  await button(page, 'Next').click()
  await arrived(page, 8)
})

test('the back of the browser leaves an open detail for /sec6', async ({ page }) => {
  await visitAt(page, 7)
  await button(page, 'Upscale').click()
  await expect(heading(page)).toHaveText('Upscale')
  await page.goBack()
  await arrived(page, 6)
  await page.goForward()
  await arrived(page, 7)
  await expect(heading(page)).toHaveText('3 basic types of kitchen remodels')
})

test('/sec7 shows its cards again, however soon somebody comes back to it', async ({ page }) => {
  await visitAt(page, 7)
  await button(page, 'Upscale').click()
  await expect(heading(page)).toHaveText('Upscale')
  await page.evaluate(async () => {
    const step = (by: number) =>
      new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true })
        history.go(by)
      })
    await step(-1)
    await step(1)
  })
  await arrived(page, 7)
  await expect(heading(page)).toHaveText('3 basic types of kitchen remodels')
})

test('/sec8 gives the three ranges and the note', async ({ page }) => {
  await visitAt(page, 8)
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^MINOR\s+\$15000-45000$/),
    expect.stringMatching(/^MAJOR\s+\$45000-85,000$/),
    expect.stringMatching(/^UPSCALE\s+\$85,000-165,000$/),
  ])
  await expect(
    page.getByText('All ranges are estimated guesses and vary per house and project.'),
  ).toBeVisible()
})

test('the slides say what the business says', async ({ page }) => {
  const sayings: readonly (readonly [number, readonly string[]])[] = [
    [4, ['Feasability', 'Discovery', 'Design']],
    [22, ['$800-3000', 'feasibility-discovery-design representative']],
    [
      23,
      [
        'they never call me back',
        'the project took too long',
        'my house and yard were a mess',
        'I ended up managing the project myself',
        'so many hidden costs',
        'I was not given a schedule',
      ],
    ],
    [24, ['show up', 'right the first time', 'listen', 'mess']],
    [26, ['Renegade Remodelers', 'communication', 'written agreements', 'scope of works']],
    [27, ['Renegade Remodelers', 'raising the bar', 'accurate costs from day 1']],
  ]
  for (const [index, texts] of sayings) {
    await visitAt(page, index)
    for (const text of texts) await expect(page.locator('main')).toContainText(text, { ignoreCase: true })
  }
})

test('the film waits to be played, plays, and is told in words', async ({ page }) => {
  await visitAt(page, 3)
  const film = page.locator('video')
  await expect(film).toHaveAccessibleName(titleOf(3))
  await expect(film).toHaveJSProperty('paused', true)
  await expect(film).toHaveJSProperty('currentTime', 0)

  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await film.evaluate((video: HTMLVideoElement) => video.pause())

  await page.getByText('Transcript').click()
  await expect(page.getByText('Learn the dream wishes for the kitchen.')).toBeVisible()
})
