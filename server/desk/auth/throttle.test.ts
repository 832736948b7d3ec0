import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createThrottle } from './throttle.ts'

it('each failure after the free ones doubles the wait up to a maximum, and a success resets it', () => {
  let time = 10 * 3600_000
  const throttle = createThrottle({ free: 2, maxWaitMs: 8000 }, () => time)
  const waits = Array.from({ length: 7 }, () => {
    throttle.begin('ada')
    return throttle.waitMs('ada')
  })
  assert.deepEqual(waits, [0, 0, 1000, 2000, 4000, 8000, 8000])
  time += 5000
  assert.equal(throttle.waitMs('ada'), 3000)
  assert.equal(throttle.waitMs('grace'), 0)
  time += 3000
  assert.equal(throttle.waitMs('ada'), 0)
  throttle.begin('ada')
  assert.equal(throttle.waitMs('ada'), 8000)
  throttle.succeed('ada')
  assert.equal(throttle.waitMs('ada'), 0)
})

it('an hour without a failure resets the wait', () => {
  let time = 0
  const throttle = createThrottle({ free: 1, maxWaitMs: 8000 }, () => time)
  for (let failure = 0; failure < 5; failure++) throttle.begin('ada')
  time += 3600_001
  throttle.begin('ada')
  assert.equal(throttle.waitMs('ada'), 0)
})

it('with too many keys the least recently used one is dropped', () => {
  const throttle = createThrottle({ free: 0, maxWaitMs: 8000 }, () => 0)
  for (const key of ['ada', 'grace']) throttle.begin(key)
  for (let nth = 2; nth < 10_000; nth++) throttle.begin(`other ${nth}`)
  throttle.begin('ada')
  throttle.begin('one more')
  assert.deepEqual([throttle.waitMs('grace'), throttle.waitMs('ada')], [0, 2000])
})
