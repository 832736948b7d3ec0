import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inMegabytes, withProgress } from './progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

it('progress is one line of a terminal, rewritten ten times a second and removed at the end', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const shown = terminal(true)
  const counting = async (report: (done: number, all?: number) => void) => {
    report(12_000, 100_000)
    now = 99
    report(13_000, 100_000)
    now = 100
    report(14_000)
    return 'done'
  }
  assert.equal(await withProgress('projects', counting, shown), 'done')
  assert.deepEqual(shown.written, [
    '\r\x1b[K12,000 of 100,000 projects',
    '\r\x1b[K14,000 projects',
    '\r\x1b[K',
  ])
})

it('bytes are shown in megabytes', async () => {
  const shown = terminal(true)
  await withProgress('MB', async (report) => inMegabytes(report)(12_345_678, 1_200_000_000), shown)
  assert.equal(shown.written[0], '\r\x1b[K12 of 1,200 MB')
})

it('nothing is written if there is no terminal', async () => {
  const file = terminal(false)
  await withProgress('projects', async (report) => report(1), file)
  assert.deepEqual(file.written, [])
})
