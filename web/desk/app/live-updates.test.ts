import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { startLiveUpdates } from './live-updates.ts'

it('an opened connection reports all changes, and after an interruption doubts the session', (t) => {
  const { sources, newCalls } = openPage(t)
  sources[0]?.onopen()
  assert.deepEqual(newCalls(), ['live', 'all'])
  sources[0]?.onmessage({ data: 'a project' })
  assert.deepEqual(newCalls(), ['a project'])
  sources[0]?.onerror()
  assert.deepEqual(newCalls(), ['not live'])
  t.mock.timers.tick(60_000)
  assert.equal(sources.length, 1)
  for (const expected of [
    ['live', 'all', 'doubt'],
    ['live', 'all'],
  ]) {
    sources[0]?.onopen()
    assert.deepEqual(newCalls(), expected)
  }
})

it('a refused connection is opened again after half a minute', (t) => {
  const { sources, newCalls } = openPage(t)
  sources[0]?.close()
  sources[0]?.onerror()
  assert.deepEqual(newCalls(), ['not live', 'doubt'])
  t.mock.timers.tick(29_999)
  assert.equal(sources.length, 1)
  t.mock.timers.tick(1)
  assert.equal(sources.length, 2)
  sources[1]?.onopen()
  assert.deepEqual(newCalls(), ['live', 'all', 'doubt'])
})

it('a page that is hidden for a moment keeps its connection', (t) => {
  const { sources, hide } = openPage(t)
  hide(true)
  t.mock.timers.tick(2999)
  hide(false)
  t.mock.timers.tick(60_000)
  assert.deepEqual(sources.map(isOpen), [true])
})

it('a hidden page has no connection and checks the session every minute', (t) => {
  const { sources, newCalls, hide } = openPage(t)
  hide(true)
  t.mock.timers.tick(3000)
  assert.deepEqual(sources.map(isOpen), [false])
  t.mock.timers.tick(60_000)
  t.mock.timers.tick(60_000)
  assert.deepEqual(newCalls(), ['doubt', 'doubt', 'doubt'])
  hide(false)
  assert.deepEqual(sources.map(isOpen), [false, true])
  t.mock.timers.tick(60_000)
  assert.deepEqual(newCalls(), [])
  sources[1]?.onopen()
  assert.deepEqual(newCalls(), ['live', 'all', 'doubt'])
})

it('after a stop the connection is closed and none is opened', (t) => {
  const { sources, newCalls, hide, stop } = openPage(t)
  sources[0]?.onerror()
  newCalls()
  stop()
  hide(true)
  t.mock.timers.tick(60_000)
  hide(false)
  assert.deepEqual([sources.map(isOpen), newCalls()], [[false], []])
})

it('a refused connection is not retried after a stop', (t) => {
  const { sources, stop } = openPage(t)
  sources[0]?.close()
  sources[0]?.onerror()
  stop()
  t.mock.timers.tick(60_000)
  assert.equal(sources.length, 1)
})

const CLOSED = 2

interface FakeSource {
  readyState: number
  onopen: () => void
  onerror: () => void
  onmessage: (message: { data: string }) => void
  close(): void
}

const isOpen = ({ readyState }: FakeSource) => readyState !== CLOSED

/** Starts live updates in a fake browser with mocked timers. */
function openPage(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sources: FakeSource[] = []
  const document = Object.assign(new EventTarget(), { hidden: false })
  const EventSource = Object.assign(
    function open(this: FakeSource) {
      this.readyState = 0
      this.close = () => {
        this.readyState = CLOSED
      }
      sources.push(this)
    },
    { CLOSED },
  )
  Object.assign(globalThis, { document, EventSource })
  let calls: string[] = []
  const stop = startLiveUpdates({
    onChange: (what) => void calls.push(what),
    onLive: (isLive) => void calls.push(isLive ? 'live' : 'not live'),
    onSessionUncertain: () => void calls.push('doubt'),
  })
  return {
    sources,
    stop,
    /** The calls since the last time. */
    newCalls() {
      const since = calls
      calls = []
      return since
    },
    hide(isHidden: boolean) {
      document.hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
