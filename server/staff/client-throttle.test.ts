import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClientThrottle } from './client-throttle.ts'

const MAX_WAIT_MS = 8000

it('each failure after ten doubles the wait up to a maximum', () => {
  let time = 10 * 3600_000
  const throttle = createClientThrottle(MAX_WAIT_MS, () => time)
  const waits = Array.from({ length: 15 }, () => {
    throttle.begin('one')
    return throttle.waitMs('one')
  })
  assert.deepEqual(waits.slice(8), [0, 0, 1000, 2000, 4000, 8000, 8000])
  time += 5000
  assert.equal(throttle.waitMs('one'), 3000)
  assert.equal(throttle.waitMs('other'), 0)
  time += 3000
  assert.equal(throttle.waitMs('one'), 0)
  throttle.begin('one')
  assert.equal(throttle.waitMs('one'), 8000)
})

it('an hour without a failure resets the wait', () => {
  let time = 0
  const throttle = createClientThrottle(MAX_WAIT_MS, () => time)
  for (let failure = 0; failure < 15; failure++) throttle.begin('one')
  time += 3600_001
  throttle.begin('one')
  assert.equal(throttle.waitMs('one'), 0)
})

it('a success does not count, and clears no failure', () => {
  const throttle = createClientThrottle(MAX_WAIT_MS, () => 0)
  for (let failure = 0; failure < 10; failure++) throttle.begin('one')
  for (let success = 0; success < 5; success++) {
    throttle.begin('one')
    throttle.succeed('one')
  }
  assert.equal(throttle.waitMs('one'), 0)
  throttle.begin('one')
  assert.equal(throttle.waitMs('one'), 1000)
})

it('with too many clients the least recently used one is dropped', () => {
  const throttle = createClientThrottle(MAX_WAIT_MS, () => 0)
  for (const client of ['one', 'other']) for (let failure = 0; failure < 11; failure++) throttle.begin(client)
  for (let nth = 2; nth < 10_000; nth++) throttle.begin(`client ${nth}`)
  throttle.begin('one')
  throttle.begin('one more')
  assert.deepEqual([throttle.waitMs('other'), throttle.waitMs('one')], [0, 2000])
})
