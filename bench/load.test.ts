import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startHttp } from '../server/testing/http.ts'
import { load } from './load.ts'

test('a request that hangs counts as slow and does not reduce the rate of the others', async (t) => {
  let [requests, responses] = [0, 0]
  const origin = await startHttp(t, async (_, response) => {
    const hangs = requests++ === 0
    await pause(hangs ? 1500 : 20)
    if (!hangs) responses += 1
    response.writeHead(201, { 'content-length': 2 }).end('{}')
  })
  const { p99Ms, requestsPerSecond } = await load({
    origin,
    connections: 2,
    warmUpSeconds: 0.2,
    seconds: 0.8,
    request: () => ({ method: 'PUT', path: '/', body: '{}' }),
  })
  assert.ok(p99Ms > 1400, `p99 is ${p99Ms} ms`)
  assert.ok(requestsPerSecond > responses / 2, `${requestsPerSecond} a second of ${responses} in 1 s`)
})
