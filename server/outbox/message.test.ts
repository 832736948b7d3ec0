import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  afterClaim,
  afterFailure,
  afterOlderSent,
  afterSent,
  createMessage,
  GATHER_MS,
  HELD,
  hold,
  isDue,
  isGathering,
  isLeased,
  isSent,
  LEASE_MS,
  type Message,
  nextUpdateTime,
  retryNow,
  revise,
} from './message.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const start = new Date('2026-11-15T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const failure = { reason: 'down', permanent: false }

const added = {
  id: 'msg_1',
  channel: 'specialist',
  projectId: 'x',
  event: 'project.created',
  detail: {},
} as const
const fresh = createMessage(added, start)
const leased = afterClaim(fresh, 'token', start)
const update = {
  event: 'project.updated',
  detail: { changed: 'city' },
  now: at(MINUTE),
  sendAt: at(HOUR),
  isBeingSent: false,
} as const

/** The age at each failure and the delay after it, if every attempt is made as soon as it is due. */
function failuresOf(permanent = false) {
  const failures: { age: number; delay: number }[] = []
  let message: Message = fresh
  let now = start
  while (message.nextAttemptAt) {
    message = afterFailure(afterClaim(message, 'token', now), { reason: 'no', permanent }, now)
    const delay = (message.nextAttemptAt ?? now).getTime() - now.getTime()
    failures.push({ age: now.getTime() - start.getTime(), delay })
    now = message.nextAttemptAt ?? now
  }
  return failures
}

it('the retry delay grows from 1 s by 1.5 up to 60 s, ±50 %, and is an hour after an hour', (t) => {
  for (const [random, factor] of [
    [0, 0.5],
    [0.5, 1],
    [0.999_999, 1.5],
  ] as const) {
    t.mock.method(Math, 'random', () => random)
    const failures = failuresOf()
    const quick = failures.filter(({ age }) => age < HOUR)
    const middles = quick.map((_, index) => Math.min(SECOND * 1.5 ** index, MINUTE))
    assert.ok(middles.includes(MINUTE))
    const isNear = (delay: number, middle = HOUR) => Math.abs(delay - middle * factor) < 10
    quick.forEach(({ delay }, index) => {
      assert.ok(isNear(delay, middles[index]), `${index}: ${delay}`)
    })
    const hourly = failures.slice(quick.length, -1)
    assert.ok(hourly.every(({ delay }) => isNear(delay)))
    assert.ok(
      failuresOf(true)
        .slice(0, -1)
        .every(({ delay }) => isNear(delay)),
    )
    const age = failures.at(-1)?.age ?? 0
    assert.ok(age >= 72 * HOUR && age < 73.5 * HOUR, `dead after ${age / HOUR} hours`)
  }
})

it('a message is dead after 72 hours and 12 attempts, not before', () => {
  const isDeadAfter = (hours: number, attempts: number) =>
    afterFailure({ ...leased, attempts: attempts - 1 }, failure, at(hours * HOUR)).deadAt !== null
  assert.deepEqual(
    [isDeadAfter(71, 90), isDeadAfter(72, 11), isDeadAfter(72, 12), isDeadAfter(500, 11)],
    [false, false, true, false],
  )
  const dead = afterFailure({ ...leased, attempts: 11 }, failure, at(72 * HOUR))
  assert.deepEqual([isDue(dead, at(80 * HOUR)), isSent(dead), dead.lastError], [false, false, 'down'])
  // Retried by the operator, it has all its attempts again.
  assert.deepEqual(retryNow(dead, at(80 * HOUR)), {
    ...dead,
    attempts: 0,
    deadAt: null,
    nextAttemptAt: at(80 * HOUR),
  })
})

it('a delay that the other side asks for is respected, up to an hour', () => {
  for (const [askedMs, givenMs] of [
    [30 * SECOND, 30 * SECOND],
    [24 * HOUR, HOUR],
  ] as const)
    assert.deepEqual(
      afterFailure(leased, { ...failure, retryAfterMs: askedMs }, start).nextAttemptAt,
      at(givenMs),
    )
})

it('a lease ends after LEASE_MS, and a clock that was set back delays nothing', () => {
  const isLeasedAt = [LEASE_MS - 1, LEASE_MS, -HOUR].map((ms) => isLeased(leased, at(ms)))
  assert.deepEqual(isLeasedAt, [true, false, false])
  const isDueAt = (message: Message, ...times: number[]) => times.map((ms) => isDue(message, at(ms)))
  assert.deepEqual(isDueAt(leased, LEASE_MS - 1, LEASE_MS, -HOUR, -3 * HOUR), [false, true, false, true])
  const failed = afterFailure(leased, failure, start)
  assert.deepEqual(isDueAt(failed, 0, 2 * SECOND, -HOUR), [false, true, true])
  // After a new attempt the usual delay applies.
  assert.equal(isDue(afterFailure(failed, failure, at(-HOUR)), at(-HOUR)), false)
})

it('a sent message is neither due nor leased', () => {
  const sent = afterSent({ ...leased, lastError: 'down' }, 1, at(SECOND))
  assert.deepEqual([isSent(sent), isDue(sent, at(HOUR)), isLeased(sent, at(SECOND))], [true, false, false])
  assert.deepEqual([sent.sentRevision, sent.attempts, sent.sentAt, sent.lastError], [1, 1, at(SECOND), ''])
})

it('a message that is held while it is being sent keeps its lease until its outcome is known', () => {
  assert.deepEqual(hold(fresh, start), { ...fresh, nextAttemptAt: null, deadAt: start, lastError: HELD })
  const held = hold(leased, at(SECOND))
  assert.equal(isLeased(held, at(SECOND)), true)
  assert.equal(isLeased(held, at(SECOND + LEASE_MS)), false)
  assert.deepEqual([retryNow(leased, at(SECOND)), retryNow(held, at(SECOND))], [null, null])
  // Not even if its server ends without an outcome.
  assert.equal(isDue(held, at(HOUR)), false)
  assert.equal(isSent(afterSent(held, 1, at(SECOND))), true)
  const others = [afterFailure(held, failure, at(SECOND)), afterOlderSent(held, 1, at(SECOND))]
  for (const { deadAt, nextAttemptAt, leaseToken, lastError } of others)
    assert.deepEqual([deadAt, nextAttemptAt, leaseToken, lastError], [at(SECOND), null, null, HELD])
})

it('a revision replaces what is unsent, with all its attempts ahead', () => {
  const dead = afterFailure({ ...leased, attempts: 90 }, failure, at(73 * HOUR))
  for (const before of [fresh, afterFailure(leased, failure, start), hold(fresh, start), dead]) {
    const revised = revise(before, update)
    // Before the first email, nothing is gathered.
    assert.deepEqual(revised, {
      ...fresh,
      event: 'project.updated',
      detail: { changed: 'city' },
      queuedAt: at(MINUTE),
      nextAttemptAt: at(MINUTE),
    })
    // Not even if the clock is set back.
    assert.equal(isGathering(revised, start), false)
  }
})

it('a revision of what was sent waits for its time, and gathers until then', () => {
  const revised = revise(afterSent(leased, 1, at(SECOND)), update)
  assert.deepEqual([revised.nextAttemptAt, revised.sentRevision, revised.sentAt], [at(HOUR), 1, null])
  assert.deepEqual([isGathering(revised, at(HOUR - 1)), isGathering(revised, at(HOUR))], [true, false])
  assert.deepEqual([isDue(revised, at(HOUR - 1)), isDue(revised, at(HOUR))], [false, true])
  // A message that has been tried does not wait for others, because the visitor waits for the next attempt.
  const failed = afterFailure(
    afterClaim(revised, 'token', at(HOUR)),
    { ...failure, permanent: true },
    at(HOUR),
  )
  assert.equal(isGathering(failed, at(HOUR)), false)
  assert.equal(isGathering(afterClaim(revised, 'token', at(HOUR - 1)), at(HOUR - 1)), false)
})

it('a revision that arrives while an earlier one is being sent is sent after it', () => {
  const now = at(SECOND)
  const revised = revise(leased, { ...update, now, isBeingSent: true })
  assert.deepEqual([revised.leaseToken, revised.nextAttemptAt], ['token', leased.nextAttemptAt])
  const next = afterOlderSent(revised, 1, at(MINUTE))
  assert.deepEqual([next.sentRevision, next.leaseToken, next.nextAttemptAt], [1, null, at(MINUTE)])
  assert.deepEqual(next.detail, { changed: 'city' })
  // Held in between: the new revision is due once the lease has ended.
  const held = revise(hold(leased, now), { ...update, now, isBeingSent: true })
  assert.deepEqual([held.deadAt, held.nextAttemptAt], [null, leased.nextAttemptAt])
})

it('the first update is sent at once, later ones at most every ten minutes, and the last one always', () => {
  assert.equal(GATHER_MS, 10 * MINUTE)
  const left: number[] = []
  let sendAt: Date | null = null
  for (let revision = 0; revision < 40; revision++) {
    const now = at(revision * 70 * SECOND)
    if (sendAt && sendAt <= now) left.push(sendAt.getTime() - start.getTime())
    sendAt = nextUpdateTime(sendAt, now)
    assert.ok(sendAt >= now)
  }
  left.push((sendAt ?? start).getTime() - start.getTime())
  assert.deepEqual(
    [...new Set(left)].map((ms) => ms / MINUTE),
    [0, 10, 20, 30, 40, 50],
  )
  // After a pause, the next one is sent at once again.
  assert.deepEqual(nextUpdateTime(start, at(GATHER_MS)), at(GATHER_MS))
})

it('a clock that was set back delays an update by ten minutes at most', () => {
  for (const ms of [-5 * MINUTE, -GATHER_MS + 1, -GATHER_MS, -HOUR, -365 * 24 * HOUR]) {
    const delay = nextUpdateTime(start, at(ms)).getTime() - at(ms).getTime()
    assert.ok(delay >= 0 && delay < GATHER_MS, `${delay} ms`)
  }
})
