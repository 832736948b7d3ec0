import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { testApp } from '../testing/test-app.ts'
import { securityHeaders } from './security-headers.ts'

it('what is no proper request gets a short answer with our headers, and the end of the line', async (t) => {
  const { app, lines, projects } = await testApp(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const before = lines.length
  const body = JSON.stringify(sampleAnswers({ newKitchenOtherFeature: 'secret' }))
  const put = (headers: string) =>
    `PUT /api/projects/${sampleId()} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const refused: readonly (readonly [number, string])[] = [
    [400, 'NONSENSE secret\r\n\r\n'],
    [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [405, 'CONNECT secret.example:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [431, `GET /${'a'.repeat(64_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [400, put('')],
    [400, put('Host: x\r\nHost: secret.example\r\n')],
    [417, put('Host: x\r\nExpect: secret\r\n')],
    [400, put('Host: x\r\nTransfer-Encoding: gzip, chunked\r\n').replace(/Content-Length.*\r\n/, '')],
  ]
  for (const [status, bytes] of refused) {
    const said = await talk(app, bytes)
    assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} .*problem\\+json`, 's'))
    for (const [name, value] of Object.entries(securityHeaders('http')))
      assert.ok(said.includes(`${name}: ${value}\r\n`), `${status} has ${name}`)
    assert.ok(!said.includes('secret'))
  }
  assert.deepEqual(await projects(), [])
  assert.match(
    await talk(app, put('Host: x\r\nConnection: close\r\nExpect: 100-continue\r\n')),
    /^HTTP\/1\.1 100 .+ 201 /s,
  )
  assert.ok(!lines.slice(before).join('').includes('secret'))
})

it('who is refused and holds the line is let go of', async (t) => {
  const { app } = await testApp(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const left = promisify(app.server.getConnections.bind(app.server))
  const sockets = ['NONSENSE\r\n\r\n', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'].map((bytes) => {
    const socket = connect({ port: portOf(app), host: '127.0.0.1', allowHalfOpen: true })
    socket.resume().write(bytes)
    return socket
  })
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'end')))
    await eventually(async () => (await left()) === 0, 3000)
  } finally {
    // Or a server that holds them too would never close.
    for (const socket of sockets) socket.destroy()
  }
})

/** Everything that is answered to these bytes until the line is ended. */
function talk(app: FastifyInstance, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(app), '127.0.0.1', () => socket.write(bytes))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => {}).on('close', () => resolve(said))
  })
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
