import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClientThrottle } from './client-throttle.ts'

it('each failure after ten doubles the wait up to a maximum', () => {
  const { begin, fail, wait } = setUp()
  assert.deepEqual(fail(16).slice(10), [0, 1000, 2000, 4000, 8000, 8000])
  wait(5000)
  assert.equal(begin('one'), 3000)
  assert.equal(begin('other'), 0)
})

it('a success does not count, and clears no failure', () => {
  const { begin, fail, succeed } = setUp()
  fail(10)
  for (let success = 0; success < 5; success++) {
    assert.equal(begin('one'), 0)
    succeed('one')
  }
  assert.deepEqual([begin('one'), begin('one')], [0, 1000])
})

it('with too many clients the least recently used one is dropped', () => {
  const { begin, fail, wait } = setUp()
  fail(11, 'one')
  fail(11, 'other')
  for (let nth = 2; nth < 10_000; nth++) begin(`client ${nth}`)
  wait(1000)
  begin('one')
  begin('one more')
  assert.deepEqual([begin('other'), begin('one')], [0, 2000])
})

function setUp() {
  let time = 10 * 3600_000
  const { begin, succeed } = createClientThrottle(8000, () => time)
  const wait = (ms: number) => {
    time += ms
  }
  /** Fails as early as possible, and returns how long each attempt had to wait. */
  const fail = (count: number, client = 'one') =>
    Array.from({ length: count }, () => {
      const waitMs = begin(client)
      wait(waitMs)
      if (waitMs > 0) begin(client)
      return waitMs
    })
  return { begin, succeed, wait, fail }
}
