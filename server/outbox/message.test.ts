import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  afterClaim,
  afterFailure,
  createDelivery,
  type Delivery,
  isDue,
  isLeased,
  LEASE_MS,
  revive,
} from './delivery.ts'

const start = new Date('2026-11-15T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const HOUR = 3600_000

/** The delay after each failure, if every attempt is made as soon as it is due. */
function waits(count: number, permanent = false): number[] {
  let delivery: Delivery = createDelivery('x', '{}', start)
  let now = start
  return Array.from({ length: count }, () => {
    delivery = afterFailure(afterClaim(delivery, 'token', now), { reason: 'no', permanent }, now)
    const wait = (delivery.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()
    now = delivery.nextAttemptAt ?? now
    return wait
  })
}

it('the retry delay grows from 1 s by 1.5 up to 60 s, ±50 %', () => {
  const found = waits(15)
  found.forEach((wait, index) => {
    const middle = Math.min(1000 * 1.5 ** index, 60_000)
    assert.ok(wait >= middle / 2 - 1 && wait <= middle * 1.5 + 1, `wait ${index} is ${wait}`)
  })
  assert.notDeepEqual(waits(5), waits(5))
})

it('retries are hourly after an hour, and end after 72 hours', () => {
  const found = waits(400)
  const dead = found.indexOf(Number.POSITIVE_INFINITY)
  const total = found.slice(0, dead).reduce((sum, wait) => sum + wait, 0)
  assert.ok(total >= 72 * HOUR && total < 74 * HOUR, `dead after ${total / HOUR} hours`)
  assert.ok(found.slice(dead - 10, dead).every((wait) => wait >= HOUR / 2))
})

it('a revived delivery has twelve attempts, however old it is', () => {
  const failure = { reason: 'no', permanent: false }
  const late = at(73 * HOUR)
  const dead = afterFailure({ ...createDelivery('x', '{}', start), attempts: 90 }, failure, late)
  assert.ok(dead.deadAt)
  assert.equal(isDue(dead, late), false)
  let again = revive(dead, late)
  for (let attempt = 1; attempt <= 12; attempt++) {
    assert.ok(again)
    assert.equal(again.deadAt, null, `before attempt ${attempt}`)
    again = afterFailure(again, failure, late)
  }
  assert.ok(again?.deadAt)
})

it('a permanent failure is retried hourly from the start', () => {
  assert.ok(waits(5, true).every((wait) => wait >= HOUR / 2 && wait <= 1.5 * HOUR))
})

it('a delay that the mail service asks for is respected, up to an hour', () => {
  for (const [askedMs, givenMs] of [
    [30_000, 30_000],
    [24 * HOUR, HOUR],
  ] as const) {
    const failure = { reason: '429', permanent: false, retryAfterMs: askedMs }
    const { nextAttemptAt } = afterFailure(createDelivery('x', '{}', start), failure, start)
    assert.deepEqual(nextAttemptAt, at(givenMs))
  }
})

it('a clock that was set back does not delay deliveries', () => {
  const taken = afterClaim(createDelivery('x', '{}', start), 'token', start)
  assert.equal(isLeased(taken, at(LEASE_MS - 1)), true)
  assert.equal(isLeased(taken, at(LEASE_MS + 1)), false)
  assert.equal(isLeased(taken, at(-HOUR)), false)
  assert.equal(isDue(taken, at(-3 * HOUR)), true)

  const failure = { reason: 'no', permanent: false }
  const failedOnce = afterFailure(createDelivery('x', '{}', start), failure, start)
  assert.equal(isDue(failedOnce, start), false)
  assert.equal(isDue(failedOnce, at(-HOUR)), true)
  assert.equal(isDue(taken, at(-HOUR)), false)
  // After a new attempt the usual delay applies.
  assert.equal(isDue(afterFailure(failedOnce, failure, at(-HOUR)), at(-HOUR)), false)
})
