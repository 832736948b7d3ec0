import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sharedTrips } from './shared-trips.ts'

/** Trips that end when the test says so. */
function setUp() {
  const trips: { readonly carried: readonly number[]; readonly end: PromiseWithResolvers<Set<number>> }[] = []
  const travel = sharedTrips<number>((carried) => {
    const end = Promise.withResolvers<Set<number>>()
    trips.push({ carried, end })
    return end.promise
  })
  return { trips, travel, carried: () => trips.map((trip) => trip.carried) }
}

it('who comes in one turn goes together, and is told apart', async () => {
  const { trips, travel } = setUp()
  const all = Promise.all([1, 2, 3].map(travel))
  await turn()
  trips[0]?.end.resolve(new Set([1, 3]))
  assert.deepEqual(await all, [true, false, true])
})

it('one trip does not wait for the other, and whoever comes meanwhile shares the next', async () => {
  const { trips, travel, carried } = setUp()
  for (const passenger of [1, 2, 3, 4, 5]) {
    void travel(passenger)
    await turn()
  }
  assert.deepEqual(carried(), [[1], [2]])
  trips[1]?.end.resolve(new Set())
  await turn()
  assert.deepEqual(carried(), [[1], [2], [3, 4, 5]])
})

it('after several, others are waited for until they are as many, or for a moment', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { trips, travel, carried } = setUp()
  const first = Promise.all([1, 2, 3].map(travel))
  await turn()
  trips[0]?.end.resolve(new Set())
  await first
  for (const passenger of [4, 5]) {
    void travel(passenger)
    await turn()
  }
  assert.deepEqual(carried(), [[1, 2, 3]])
  void travel(6)
  await turn()
  assert.deepEqual(carried(), [
    [1, 2, 3],
    [4, 5, 6],
  ])
  void travel(7)
  await turn()
  assert.equal(trips.length, 2)
  t.mock.timers.tick(10)
  assert.deepEqual(carried().at(-1), [7])
})

it('a trip that fails fails for all it carried, and for nobody after', async () => {
  const { trips, travel } = setUp()
  const failing = Promise.allSettled([1, 2].map(travel))
  await turn()
  trips[0]?.end.reject(new Error('lost'))
  assert.deepEqual(
    (await failing).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const next = Promise.all([3, 4].map(travel))
  await turn()
  trips[1]?.end.resolve(new Set([3, 4]))
  assert.deepEqual(await next, [true, true])
})

it('a crowd goes in trips of a hundred', async () => {
  const { travel, carried } = setUp()
  for (let passenger = 0; passenger < 230; passenger++) void travel(passenger)
  await turn()
  assert.deepEqual(
    carried().map(({ length }) => length),
    [100, 100],
  )
})
