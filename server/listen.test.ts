import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from './listen.ts'
import { securityHeaders } from './security-headers.ts'
import { eventually } from './store/test-process.ts'
import { tameMailer, testApp } from './test-app.ts'

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

  it('a server that closes finishes what is in flight at the second address too', async (t) => {
    const checking = Promise.withResolvers<void>()
    const check = t.mock.fn(() => checking.promise)
    const { app } = await testApp(t, { mailer: { ...tameMailer().mailer, check } })
    const { port } = new URL(await listen(app, { host: 'localhost', port: 0 }))
    const answering = fetch(`http://[::1]:${port}/readyz`)
    await eventually(async () => check.mock.callCount() > 0)
    const closing = app.close().then(() => 'closed')
    assert.equal(await Promise.race([closing, pause(300, 'waits')]), 'waits')
    checking.resolve()
    assert.equal((await answering).status, 200)
    await closing
    await assert.rejects(fetch(`http://[::1]:${port}/healthz`))
  })
})
