import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it } from 'node:test'
import { pino } from 'pino'
import { createAlarm } from './alarm.ts'
import { eventually } from './store/test-process.ts'

it('an alarm is logged at error and posted as a text, once an hour for one matter', async (t) => {
  const posted: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => posted.push(String(chunk)))
    request.on('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  let now = 0
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
  const alarm = createAlarm(url, log, () => now)

  alarm.raise('dead', 'one is dead')
  alarm.raise('dead', 'one is dead')
  await eventually(async () => posted.length === 1)
  assert.deepEqual(JSON.parse(posted[0] ?? ''), { text: 'Kitchen Guide: one is dead' })
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    [50],
  )
  now += 3600_001
  alarm.raise('dead', 'one is dead')
  alarm.raise('stuck', 'two wait')
  await eventually(async () => posted.length === 3)
})
