import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { load } from './load.ts'

test('whoever is left waiting counts as slow, and does not thin the answers of the others', async () => {
  let asked = 0
  let answered = 0
  const server = createServer(async (_, response) => {
    const isLeft = asked++ === 0
    await pause(isLeft ? 4000 : 20)
    if (!isLeft) answered += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const loaded = await load({
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connections: 2,
    uncountedSeconds: 0.2,
    until: { seconds: 1.8 },
    request: () => ({ method: 'PUT', path: '/', body: '{}' }),
    status: 200,
  })
  server.close()
  assert.ok(loaded.p99Ms > 3900, `p99 is ${loaded.p99Ms} ms`)
  const perSecond = answered / 2
  assert.ok(loaded.requestsPerSecond > perSecond / 2, `${loaded.requestsPerSecond} of ${perSecond} a second`)
})
