import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'
import { listen } from './listen.ts'
import { securityHeaders } from './security-headers.ts'

const hasBoth = await once(createServer().listen(0, '::1').unref(), 'listening').then(
  () => true,
  () => false,
)

describe('at localhost', { skip: hasBoth ? false : 'This machine has no ::1' }, () => {
  it('both addresses answer, and what is no proper request hears our headers', async (t) => {
    const { app } = await testApp(t)
    const { port } = new URL(await listen(app, { host: 'localhost', port: 0 }))
    for (const host of ['127.0.0.1', '::1']) {
      for (const [status, bytes] of [
        [200, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
        [400, 'NONSENSE\r\n\r\n'],
        [400, 'GET / HTTP/1.1\r\n\r\n'],
        [405, 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
        [417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n'],
      ] as const) {
        const socket = connect(Number(port), host)
        socket.write(bytes)
        const said = Buffer.concat(await socket.toArray()).toString()
        assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `), host)
        for (const [name, value] of Object.entries(securityHeaders('http')))
          assert.ok(said.includes(`${name}: ${value}\r\n`), `${host}, ${status} has ${name}`)
      }
    }
  })

  it('a server that closes takes nothing new at either address, and finishes what is in flight', async (t) => {
    const mail = Promise.withResolvers<void>()
    const send = t.mock.fn(() => mail.promise)
    const { app } = await testApp(t, tameMailer(send))
    const { port } = new URL(await listen(app, { host: 'localhost', port: 0 }))
    const origins = ['127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)
    const answering = origins.map((origin) =>
      fetch(`${origin}/api/projects/${sampleId()}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sampleAnswers()),
      }),
    )
    await eventually(async () => send.mock.callCount() === 2)
    const closing = app.close().then(() => 'closed')
    assert.equal(await Promise.race([closing, pause(300, 'waits')]), 'waits')
    for (const origin of origins) await assert.rejects(fetch(`${origin}/healthz`), origin)
    mail.resolve()
    assert.deepEqual(
      (await Promise.all(answering)).map(({ status }) => status),
      [201, 201],
    )
    await closing
  })

  it('a server that closes does not wait for who never ends a request', async (t) => {
    const { app } = await testApp(t)
    const { port } = new URL(await listen(app, { host: 'localhost', port: 0 }))
    const begun = `PUT /api/projects/${sampleId()} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n`
    const sockets = ['127.0.0.1', '::1'].flatMap((host) =>
      [begun, `${begun}\r\n{`].map((bytes) => {
        const socket = connect(Number(port), host).on('error', () => {})
        socket.write(bytes)
        return socket
      }),
    )
    await pause(300)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const closing = app.close()
    await turn()
    t.mock.timers.tick(15_999)
    assert.ok(sockets.every((socket) => !socket.closed))
    t.mock.timers.tick(1)
    await closing
  })

  it('another program at the second address is told of', async (t) => {
    const other = createServer().listen(0, '::1')
    t.after(() => other.close())
    await once(other, 'listening')
    const address = other.address()
    const { app } = await testApp(t)
    const port = typeof address === 'object' ? Number(address?.port) : 0
    await assert.rejects(listen(app, { host: 'localhost', port }), { code: 'EADDRINUSE' })
  })
})
