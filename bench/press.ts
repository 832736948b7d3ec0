import { setTimeout } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import type { Phone } from './phone.ts'

/** When the next screen was there after a press of the button that leads on. */
interface Timed {
  /** From the press to the next screen painted and ready for the focus, by marks of our own. */
  readonly paintedMs: number
  /** How many frames that took; one is the least. */
  readonly frames: number
  /** The browser's own Event Timing of the press, in steps of 8 ms; null stands for less than 16. */
  readonly eventMs: number | null
}

export interface Press extends Timed {
  /** What the main thread worked until the step was over: everything, then parts of it. Thread time. */
  readonly work: Work
}

export interface Work {
  readonly taskMs: number
  readonly scriptMs: number
  readonly styleMs: number
  readonly layoutMs: number
}

/** Long enough for the movement and for the screen that is made ahead. */
export const STEP_MS = 700

/**
 * Presses a button, with nothing else running in the page, and waits until the step is over.
 * The screen after it is there when `heading` finds another heading than before.
 */
export async function press({ page, cdp }: Phone, button: Locator, heading: string): Promise<Press> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not there')
  const point = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    button: 'left',
    clickCount: 1,
  } as const
  await page.evaluate(noteNextPress, heading)
  const before = await workOf({ cdp })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...point })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...point })
  await setTimeout(STEP_MS)
  const after = await workOf({ cdp })
  const noted = await page.waitForFunction(() => Reflect.get(window, 'lastPress'))
  const timed: Timed = await noted.jsonValue()
  return { ...timed, work: less(after, before) }
}

/** What the main thread has worked since the page was opened. */
export async function workOf({ cdp }: Pick<Phone, 'cdp'>): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return {
    taskMs: ms('TaskDuration'),
    scriptMs: ms('ScriptDuration'),
    styleMs: ms('RecalcStyleDuration'),
    layoutMs: ms('LayoutDuration'),
  }
}

function less(after: Work, before: Work): Work {
  return {
    taskMs: after.taskMs - before.taskMs,
    scriptMs: after.scriptMs - before.scriptMs,
    styleMs: after.styleMs - before.styleMs,
    layoutMs: after.layoutMs - before.layoutMs,
  }
}

/** Runs in the page. The marks show the press and its screen in a trace. */
function noteNextPress(heading: string) {
  const shown = () => document.querySelector(heading)?.textContent ?? ''
  const events = new Map<number, number>()
  const presses: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) events.set(startTime, duration)
  })
  observer.observe(presses)
  Reflect.deleteProperty(window, 'lastPress')

  function notePress({ timeStamp }: Event) {
    performance.mark('pressed')
    const before = shown()
    let frames = 0
    requestAnimationFrame(function look() {
      frames += 1
      if (shown() === before || shown() === '') return void requestAnimationFrame(look)
      // A task after this frame's own work: by then the screen is painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const paintedMs = performance.now() - timeStamp
        performance.mark('painted')
        // Event Timing tells a little later.
        window.setTimeout(() => {
          observer.disconnect()
          Object.assign(window, { lastPress: { paintedMs, frames, eventMs: events.get(timeStamp) ?? null } })
        }, 300)
      }
      port2.postMessage(null)
    })
  }
  addEventListener('click', notePress, { capture: true, once: true })
}
