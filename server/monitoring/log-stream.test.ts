import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLogStream } from './log-stream.ts'

/** A disk with this much room, or a pipe whose reader is behind for some writes. */
function setUp({ room = Number.POSITIVE_INFINITY, behind = 0 }) {
  const disk = { text: '', room, behind }
  const lines = createLogStream((bytes) => {
    if (disk.behind-- > 0) throw Object.assign(new Error('Try again'), { code: 'EAGAIN' })
    if (disk.room === 0) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
    const written = Math.min(bytes.length, disk.room)
    disk.room -= written
    disk.text += bytes.toString('utf8', 0, written)
    return written
  })
  return { disk, lines }
}

it('lines are written unchanged', () => {
  const { disk, lines } = setUp({})
  lines.write('{"one":1}\n')
  lines.write('{"two":"…"}\n')
  assert.equal(disk.text, '{"one":1}\n{"two":"…"}\n')
})

it('a full disk loses lines, and later lines begin on a line of their own', () => {
  const { disk, lines } = setUp({ room: 14 })
  for (const line of ['{"one":1}\n', '{"two":2}\n', '{"three":3}\n']) lines.write(line)
  disk.room = 100
  lines.write('{"four":4}\n')
  lines.write('{"five":5}\n')
  assert.equal(disk.text, '{"one":1}\n{"tw\n{"four":4}\n{"five":5}\n')
})

it('a slow reader gets time to catch up, and one that never reads does not delay every line', () => {
  const { disk, lines } = setUp({ behind: 3 })
  lines.write('{"one":1}\n')
  assert.equal(disk.text, '{"one":1}\n')
  disk.behind = 10_000
  const started = performance.now()
  // Only the first line waits.
  for (let more = 0; more < 100; more++) lines.write('{"two":2}\n')
  assert.ok(performance.now() - started < 1000)
  disk.behind = 0
  lines.write('{"three":3}\n')
  assert.equal(disk.text, '{"one":1}\n{"three":3}\n')
})
