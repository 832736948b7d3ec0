import type { CDPSession, Page } from '@playwright/test'
import { quantile } from '../../bench/quantile.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { visitAt } from '../visits.ts'
import { answerScreen, arrived, forward } from '../walker.ts'

/**
 * How long the main thread may work for a step, in milliseconds: three times what a machine of two cores needs.
 * Thread time without throttling, which other work on the machine changes least; `npm run bench -- step` has the
 * waiting itself, and a slow phone's.
 */
const MOST_MS = 120

test('a step stays within its budget of work', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto('/')
  const steps: number[] = []
  for (let index = 0; index < LAST; index++) {
    await arrived(page, index)
    await answerScreen(page, index)
    const button = await forward(page, index).elementHandle()
    const before = await workedMs(cdp)
    await button?.evaluate(async (pressed: HTMLElement) => {
      pressed.click()
      // The second frame begins once the first is painted.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
    steps.push((await workedMs(cdp)) - before)
  }
  expect(quantile(steps, 0.95), `work of each step: ${steps.map(Math.round).join(' ')} ms`).toBeLessThan(
    MOST_MS,
  )
})

test('a step only puts in what was made while the screen before was read', async ({ page }) => {
  await gatherMade(page)
  await page.goto('/')
  // Of every kind but the last one.
  for (let index = 0; index < 10; index++) {
    await arrived(page, index)
    await answerScreen(page, index)
    // That of / came with the page.
    await madeStops(page, index + 1)
    const madeByStep = await stepOn(page, index)
    // The first step makes the frame that all others share.
    if (index > 0) expect(madeByStep, `elements made by the step to /sec${index + 1}`).toEqual([])
  }
})

test('so it does after two quick steps, when the second one has been read', async ({ page }) => {
  await gatherMade(page)
  const film = showing('process')
  await visitAt(page, film)
  // The one that is shown, and the one after it.
  await madeStops(page, 2)
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++) document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
  })
  await madeStops(page, 4)
  expect(await stepOn(page, film + 2)).toEqual([])
})

/** The names of all elements that the page has made, gathered in it. */
declare const made: readonly string[]

const gatherMade = (page: Page) =>
  page.addInitScript(() => {
    const { createElement } = document
    document.createElement = function (...args: Parameters<typeof createElement>) {
      made.push(args[0])
      return createElement.apply(this, args)
    }
    const made: string[] = []
    Object.assign(window, { made })
  })

/** The main element of a stop is made after all that is in it. */
const madeStops = (page: Page, count: number) =>
  page.waitForFunction((stops) => made.filter((name) => name === 'main').length === stops, count)

/** Presses what leads on from a screen, and tells what elements were made for that. */
async function stepOn(page: Page, index: number): Promise<readonly string[]> {
  return forward(page, index).evaluate((pressed: HTMLElement) => {
    const before = made.length
    pressed.click()
    return made.slice(before)
  })
}

async function workedMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
