import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from './log.ts'

it('an error that a library logs is reduced to its reason', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('no such ada@x.example'), { detail: 'a private sum' })
  log.error({ err: error }, 'A stream broke')
  const [{ err, msg } = {}, ...others] = lines.map((line) => JSON.parse(line))
  assert.deepEqual([err, msg, others], [{ reason: 'no such [address]' }, 'A stream broke', []])
})
