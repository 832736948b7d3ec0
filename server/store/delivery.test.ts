import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  createDelivery,
  type Delivery,
  isDue,
  isLeased,
  LEASE_MS,
  lease,
  recordFailure,
  revive,
} from './delivery.ts'

const start = new Date('2026-11-15T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const HOUR = 3600_000

/** How long after each failure the next attempt is, when attempts are made as soon as they may. */
function waits(count: number, permanent = false): number[] {
  let delivery: Delivery = createDelivery('x', '{}', start)
  let now = start
  return Array.from({ length: count }, () => {
    delivery = recordFailure(lease(delivery, 'token', now), { reason: 'no', permanent }, now)
    const wait = (delivery.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()
    now = delivery.nextAttemptAt ?? now
    return wait
  })
}

it('the back-off is 1 s by 1.5 up to 60 s, each up to half as long or longer', () => {
  const found = waits(15)
  found.forEach((wait, index) => {
    const middle = Math.min(1000 * 1.5 ** index, 60_000)
    assert.ok(wait >= middle / 2 - 1 && wait <= middle * 1.5 + 1, `wait ${index} is ${wait}`)
  })
  assert.notDeepEqual(waits(5), waits(5))
})

it('after an hour it is hourly, and after 72 hours dead', () => {
  const found = waits(400)
  const dead = found.indexOf(Number.POSITIVE_INFINITY)
  const total = found.slice(0, dead).reduce((sum, wait) => sum + wait, 0)
  assert.ok(total >= 72 * HOUR && total < 74 * HOUR, `dead after ${total / HOUR} hours`)
  assert.ok(found.slice(dead - 10, dead).every((wait) => wait >= HOUR / 2))
})

it('one that an operator revived has twelve attempts before it is dead again, however old it is', () => {
  const failure = { reason: 'no', permanent: false }
  const late = at(73 * HOUR)
  const dead = recordFailure({ ...createDelivery('x', '{}', start), attempts: 90 }, failure, late)
  assert.ok(dead.deadAt)
  assert.equal(isDue(dead, late), false)
  let again = revive(dead, late)
  for (let attempt = 1; attempt <= 12; attempt++) {
    assert.ok(again)
    assert.equal(again.deadAt, null, `before attempt ${attempt}`)
    again = recordFailure(again, failure, late)
  }
  assert.ok(again?.deadAt)
})

it('a permanent refusal is hourly from the first', () => {
  assert.ok(waits(5, true).every((wait) => wait >= HOUR / 2 && wait <= 1.5 * HOUR))
})

it('the patience that a service asks for is given, up to an hour', () => {
  for (const [askedMs, givenMs] of [
    [30_000, 30_000],
    [24 * HOUR, HOUR],
  ] as const) {
    const failure = { reason: '429', permanent: false, retryAfterMs: askedMs }
    const { nextAttemptAt } = recordFailure(createDelivery('x', '{}', start), failure, start)
    assert.deepEqual(nextAttemptAt, at(givenMs))
  }
})

it('a clock that was set back makes nothing wait for it', () => {
  const taken = lease(createDelivery('x', '{}', start), 'token', start)
  assert.equal(isLeased(taken, at(LEASE_MS - 1)), true)
  assert.equal(isLeased(taken, at(LEASE_MS + 1)), false)
  assert.equal(isLeased(taken, at(-HOUR)), false)
  assert.equal(isDue(taken, at(-3 * HOUR)), true)

  const failure = { reason: 'no', permanent: false }
  const failedOnce = recordFailure(createDelivery('x', '{}', start), failure, start)
  assert.equal(isDue(failedOnce, start), false)
  assert.equal(isDue(failedOnce, at(-HOUR)), true)
  assert.equal(isDue(taken, at(-HOUR)), false)
  // Tried after that, it is patient as ever.
  assert.equal(isDue(recordFailure(failedOnce, failure, at(-HOUR)), at(-HOUR)), false)
})
