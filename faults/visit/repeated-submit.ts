import type { Locator, Page } from '@playwright/test'
import { countSends } from '../../e2e/visits.ts'
import type { Fault } from '../harness/fault.ts'
import { atSubmit, told } from './browser.ts'
import { visit } from './visit-fault.ts'

/** Ways to press Submit more than once. */
const pressings: readonly (readonly [how: string, times: number, press: Pressing])[] = [
  [
    'fifty clicks at once',
    50,
    (_page, button) =>
      button.evaluate((one: HTMLElement) => {
        for (let click = 0; click < 50; click++) one.click()
      }),
  ],
  [
    'Enter and a click',
    2,
    async (page, button) => {
      await button.focus()
      await Promise.all([page.keyboard.press('Enter'), button.click({ force: true })])
    },
  ],
  [
    // Held down, it presses a button once in Chromium.
    'Enter twenty times',
    20,
    async (page, button) => {
      await button.focus()
      for (let time = 0; time < 20; time++) await page.keyboard.press('Enter')
    },
  ],
]

type Pressing = (page: Page, submit: Locator) => Promise<unknown>

/** However often Submit is pressed before the answer, one call is made. */
export const pressOften: readonly Fault[] = pressings.map(([how, times, pressSo]) =>
  visit('F52', how, async (scene) => {
    const page = await atSubmit(scene)
    // The answer comes when all is pressed, or the last ones would press what comes then.
    const pressed = Promise.withResolvers<void>()
    scene.proxy.onAnswer = (chunk) => pressed.promise.then(() => chunk)
    const sends = countSends(page)
    const started = performance.now()
    await pressSo(page, page.getByRole('button', { name: 'Submit', exact: true }))
    pressed.resolve()
    await told(scene, page, started, 'success')
    if (sends.length !== 1) scene.failures.push(`${sends.length} requests`)
    return times
  }),
)
