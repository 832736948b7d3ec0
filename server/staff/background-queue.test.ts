import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createBackgroundQueue } from './background-queue.ts'

/** A queue whose work does not end before `finish`. */
function setUp(maxWaiting: number) {
  const queue = createBackgroundQueue(maxWaiting)
  const { promise: gate, resolve: finish } = Promise.withResolvers<void>()
  const begun: string[] = []
  const add = (key: string) =>
    queue.add(key, async () => {
      begun.push(key)
      await gate
    })
  return { add, begun, finish }
}

it('work with the key of unfinished work is skipped', async () => {
  const { add, begun, finish } = setUp(10)
  const all = ['ada', 'grace', 'ada', 'grace', 'ada'].map(add)
  await all[2]
  assert.deepEqual(begun, ['ada'])
  finish()
  await Promise.all(all)
  assert.deepEqual(begun, ['ada', 'grace'])
  await add('ada')
  assert.deepEqual(begun, ['ada', 'grace', 'ada'])
})

it('a full queue refuses more work', async () => {
  const { add, begun, finish } = setUp(2)
  const first = add('0')
  await Promise.resolve()
  const waiting = ['1', '2'].map(add)
  assert.equal(await add('3'), false)
  finish()
  assert.deepEqual(await Promise.all([first, ...waiting]), [true, true, true])
  assert.deepEqual(begun, ['0', '1', '2'])
})
