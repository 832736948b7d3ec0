import { describeError } from '../lib/errors.ts'
import type { DeliveryServices } from './deliver.ts'
import { deliver } from './deliver.ts'

interface RetryLoop {
  /** Resolves once what it is sending has been sent or has failed. */
  stop(): Promise<void>
}

const LOOK_MS = 1000
const IDLE_LOOK_MS = 5000
const LONGEST_LOOK_MS = 60_000
const AT_ONCE = 8
const WATCH_MS = 60_000

/**
 * Sends what is due, until it is told to stop. A project whose e-mail always fails waits longer each
 * time, so it is never in the way of the others.
 */
export function startRetryLoop(services: DeliveryServices): RetryLoop {
  const { store, log } = services
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  let pauseMs = LOOK_MS

  async function look() {
    let isMore = false
    try {
      const due = await store.claimDue(AT_ONCE)
      // One that throws must not let the others be forgotten while they are still being sent.
      const ended = await Promise.allSettled(due.map((claimed) => deliver(claimed, services)))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
      pauseMs = due.length > 0 ? LOOK_MS : Math.min(pauseMs * 1.5, IDLE_LOOK_MS)
      isMore = due.length === AT_ONCE
    } catch (error) {
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_LOOK_MS)
      log.warn({ reason: describeError(error) }, 'Deliveries could not be looked after')
    }
    if (!isStopped) lookIn(isMore ? 0 : pauseMs)
  }

  function lookIn(ms: number) {
    timer = setTimeout(() => {
      running = look()
    }, ms)
  }

  lookIn(pauseMs)
  const watch = setInterval(() => void reportStuck(services), WATCH_MS)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(watch)
      await running
    },
  }
}

/** A delivery that is dead or waits for long is nothing to find out by chance. */
export async function reportStuck({ store, alerts, log }: DeliveryServices): Promise<void> {
  try {
    const { dead, stuck } = await store.counts()
    const told = (count: number, one: string, several: string) =>
      `${count} ${count === 1 ? `e-mail ${one}` : `e-mails ${several}`}: npm run deliveries`
    if (dead > 0) alerts.send(`dead ${dead}`, told(dead, 'is given up', 'are given up'))
    const waiting = 'been waiting for more than an hour'
    if (stuck > 0) alerts.send('stuck', told(stuck, `has ${waiting}`, `have ${waiting}`))
  } catch (error) {
    const reason = describeError(error)
    log.warn({ reason }, 'Deliveries could not be counted')
    alerts.send('store', `Projects cannot be kept: ${reason}`)
  }
}
