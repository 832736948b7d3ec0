import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cacheFor } from './cache-for.ts'

it('a result is reused until its time is up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let calls = 0
  const load = cacheFor(2000, async () => ++calls)
  assert.deepEqual(await Promise.all([load(), load()]), [1, 1])
  t.mock.timers.tick(1999)
  assert.equal(await load(), 1)
  t.mock.timers.tick(1)
  assert.equal(await load(), 2)
})
