import assert from 'node:assert/strict'
import { it } from 'node:test'
import { labelStep, minuteTicksTo, ticksTo } from './scale.ts'

it('an axis has a few round numbers that reach the highest value', () => {
  assert.deepEqual(ticksTo(820), [0, 500, 1000])
  assert.deepEqual(ticksTo(37), [0, 10, 20, 30, 40])
  assert.deepEqual(ticksTo(3), [0, 1, 2, 3])
  for (let highest = 1; highest < 5000; highest += 7) {
    const ticks = ticksTo(highest)
    assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6, `${highest}: ${ticks}`)
  }
})

it('an axis without values still has ticks', () => {
  assert.deepEqual(ticksTo(0), [0, 1])
  assert.deepEqual(minuteTicksTo(0), [0, 5])
})

it('ticks of minutes are round on a clock', () => {
  assert.deepEqual(minuteTicksTo(50), [0, 15, 30, 45, 60])
  assert.deepEqual(minuteTicksTo(900), [0, 240, 480, 720, 960])
  assert.deepEqual(minuteTicksTo(6000), [0, 3000, 6000])
  for (let highest = 1; highest < 90_000; highest += 111) {
    const ticks = minuteTicksTo(highest)
    assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6, `${highest}: ${ticks}`)
  }
})

it('labels without room are left out', () => {
  assert.equal(labelStep(29, 1000, 24), 1)
  assert.equal(labelStep(29, 300, 24), 4)
  assert.equal(labelStep(30, 100, 52), 30)
})
