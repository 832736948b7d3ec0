import { setTimeout } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import type { Phone } from './phone.ts'

export interface Press {
  /** From the press until the next screen is painted and has the focus. */
  readonly paintedMs: number
  /** Thread time of the main thread until the step is over. */
  readonly workMs: number
}

/** Long enough for the transition and for the screen that is prepared in advance. */
export const STEP_MS = 700

/** Presses a button and waits until the step is over. The next screen has appeared when `heading` finds another heading. */
export async function press({ page, cdp }: Phone, button: Locator, heading: string): Promise<Press> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not visible')
  const point = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    button: 'left',
    clickCount: 1,
  } as const
  await page.evaluate(timeNextPress, heading)
  const before = await mainThreadMs({ cdp })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...point })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...point })
  await setTimeout(STEP_MS)
  const workMs = (await mainThreadMs({ cdp })) - before
  const painted = await page.waitForFunction(() => Reflect.get(window, 'paintedMs'))
  return { paintedMs: await painted.jsonValue(), workMs }
}

/** The time that the main thread has worked since the page was opened. */
async function mainThreadMs({ cdp }: Pick<Phone, 'cdp'>): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Runs in the page. */
function timeNextPress(heading: string) {
  const shown = () => document.querySelector(heading)?.textContent ?? ''
  Reflect.deleteProperty(window, 'paintedMs')
  function onClick({ timeStamp }: Event) {
    const before = shown()
    requestAnimationFrame(function look() {
      if (shown() === before || shown() === '') return void requestAnimationFrame(look)
      // In a task after this frame, the screen is painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { paintedMs: performance.now() - timeStamp })
      port2.postMessage(null)
    })
  }
  addEventListener('click', onClick, { capture: true, once: true })
}
