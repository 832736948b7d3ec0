import assert from 'node:assert/strict'
import { it } from 'node:test'
import { remembered } from './cache-for.ts'

it('an answer is given to everybody who asks meanwhile, and asked for anew after that', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let asked = 0
  const ask = remembered(2000, async () => ++asked)
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  t.mock.timers.tick(1999)
  assert.equal(await ask(), 1)
  t.mock.timers.tick(1)
  assert.equal(await ask(), 2)
})
