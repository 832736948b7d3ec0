import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lateHistory } from './late-history.ts'

function drawn() {
  const done: string[] = []
  const frames: (() => void)[] = []
  const note = (what: string) => (_state: unknown, _: string, url?: string | URL | null) =>
    void done.push(`${what} ${url}`)
  const entries = lateHistory(
    {
      state: 'the first',
      pushState: note('push'),
      replaceState: note('replace'),
      back: () => void done.push('back'),
    },
    (work) => void frames.push(work),
  )
  return { done, entries, drawFrame: () => frames.splice(0).map((work) => work()) }
}

it('entries are made after the frame, in their order and once, and are told of at once', () => {
  const { done, entries, drawFrame } = drawn()
  assert.equal(entries.state, 'the first')
  entries.pushState('a', '', '/a')
  entries.pushState(null, '', '/b')
  assert.deepEqual([entries.state, ...done], [null])
  drawFrame()
  assert.deepEqual([entries.state, ...done], ['the first', 'push /a', 'push /b'])
  entries.pushState('c', '', '/c')
  drawFrame()
  assert.deepEqual(done.slice(2), ['push /c'])
})

it('whatever else is done with the history comes after the entries that wait', () => {
  const { done, entries, drawFrame } = drawn()
  entries.pushState('a', '', '/a')
  entries.replaceState('b', '', '/b')
  entries.pushState('c', '', '/c')
  entries.back()
  drawFrame()
  assert.deepEqual(done, ['push /a', 'replace /b', 'push /c', 'back'])
})

it('entries that wait are not made where the visitor has gone meanwhile', () => {
  const { done, entries, drawFrame } = drawn()
  entries.pushState('a', '', '/a')
  entries.forgetWaiting()
  drawFrame()
  assert.deepEqual([entries.state, ...done], ['the first'])
  entries.pushState('b', '', '/b')
  drawFrame()
  assert.deepEqual(done, ['push /b'])
})
