import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { keepLine } from './keep-line.ts'

it('a line that opens tells of all; one that broke and is open again is also in doubt about who is there', (t) => {
  const { lines, heard } = openPage(t)
  lines[0]?.onopen()
  assert.deepEqual(heard(), ['live', 'all'])
  lines[0]?.onmessage({ data: 'a project' })
  assert.deepEqual(heard(), ['a project'])
  lines[0]?.onerror()
  assert.deepEqual(heard(), ['not live'])
  t.mock.timers.tick(60_000)
  assert.equal(lines.length, 1)
  for (const told of [
    ['live', 'all', 'doubt'],
    ['live', 'all'],
  ]) {
    lines[0]?.onopen()
    assert.deepEqual(heard(), told)
  }
})

it('a line that is refused is asked for again half a minute later', (t) => {
  const { lines, heard } = openPage(t)
  lines[0]?.close()
  lines[0]?.onerror()
  assert.deepEqual(heard(), ['not live', 'doubt'])
  t.mock.timers.tick(29_999)
  assert.equal(lines.length, 1)
  t.mock.timers.tick(1)
  assert.equal(lines.length, 2)
  lines[1]?.onopen()
  assert.deepEqual(heard(), ['live', 'all', 'doubt'])
})

it('a page that is hidden for a moment keeps its line', (t) => {
  const { lines, hide } = openPage(t)
  hide(true)
  t.mock.timers.tick(2999)
  hide(false)
  t.mock.timers.tick(60_000)
  assert.deepEqual(lines.map(isOpen), [true])
})

it('a page that stays hidden has no line, and asks each minute who is there', (t) => {
  const { lines, heard, hide } = openPage(t)
  hide(true)
  t.mock.timers.tick(3000)
  assert.deepEqual(lines.map(isOpen), [false])
  t.mock.timers.tick(60_000)
  t.mock.timers.tick(60_000)
  assert.deepEqual(heard(), ['doubt', 'doubt', 'doubt'])
  hide(false)
  assert.deepEqual(lines.map(isOpen), [false, true])
  t.mock.timers.tick(60_000)
  assert.deepEqual(heard(), [])
  lines[1]?.onopen()
  assert.deepEqual(heard(), ['live', 'all', 'doubt'])
})

it('after its end there is no line, and none is opened', (t) => {
  const { lines, heard, hide, end } = openPage(t)
  lines[0]?.onerror()
  heard()
  end()
  hide(true)
  t.mock.timers.tick(60_000)
  hide(false)
  assert.deepEqual([lines.map(isOpen), heard()], [[false], []])
})

it('what is refused and then left is not asked for again', (t) => {
  const { lines, end } = openPage(t)
  lines[0]?.close()
  lines[0]?.onerror()
  end()
  t.mock.timers.tick(60_000)
  assert.equal(lines.length, 1)
})

const CLOSED = 2

interface Line {
  readyState: number
  onopen: () => void
  onerror: () => void
  onmessage: (message: { data: string }) => void
  close(): void
}

const isOpen = ({ readyState }: Line) => readyState !== CLOSED

/** A page that keeps a line, in a browser whose time passes when the test says so. */
function openPage(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Line[] = []
  const document = Object.assign(new EventTarget(), { hidden: false })
  const EventSource = Object.assign(
    function open(this: Line) {
      this.readyState = 0
      this.close = () => {
        this.readyState = CLOSED
      }
      lines.push(this)
    },
    { CLOSED },
  )
  Object.assign(globalThis, { document, EventSource })
  let told: string[] = []
  const end = keepLine({
    tell: (what) => void told.push(what),
    setLive: (isLive) => void told.push(isLive ? 'live' : 'not live'),
    doubt: () => void told.push('doubt'),
  })
  return {
    lines,
    end,
    /** What was told since the last time this was asked. */
    heard() {
      const since = told
      told = []
      return since
    },
    hide(isHidden: boolean) {
      document.hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
