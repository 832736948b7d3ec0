import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { certificate, key } from '../../testing/certificate.ts'
import { startHttp } from '../../testing/http.ts'
import { sendWebhook } from './send-webhook.ts'

const newSecret = (letter: string) => `whsec_${letter.repeat(32)}`
const secrets = [newSecret('a')]
const message = { id: 'msg_1', body: '{"type":"project.created"}' }
const options = { webhookAllowPrivate: true }

const sendTo = (address: string, more = {}) =>
  sendWebhook(message, { address, secrets }, { ...options, ...more })

it('a request is signed as Standard Webhooks describes, with each secret of an overlap', async (t) => {
  const verified: unknown[] = []
  const origin = await startHttp(t, async (request, response) => {
    const body = String(Buffer.concat(await Array.fromAsync(request)))
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    for (const letter of ['a', 'b']) verified.push(new Verifier(newSecret(letter)).verify(body, headers))
    assert.throws(() => new Verifier(newSecret('c')).verify(body, headers))
    verified.push(request.method, request.url, headers['content-type'], headers['webhook-id'])
    response.writeHead(204).end()
  })
  const webhook = { address: `${origin}/hook?key=1`, secrets: [newSecret('b'), newSecret('a')] }
  assert.deepEqual(await sendWebhook(message, webhook, options), { kind: 'sent', outcome: 'Answered 204' })
  const payload = JSON.parse(message.body)
  assert.deepEqual(verified, [payload, payload, 'POST', '/hook?key=1', 'application/json', 'msg_1'])
})

it('only 2xx is a success, 410 ends the webhook, and a redirect is not followed', async (t) => {
  const asked: (string | undefined)[] = []
  const origin = await startHttp(t, (request, response) => {
    asked.push(request.url)
    response.writeHead(Number(request.url?.slice(1)), { location: '/200' }).end('words')
  })
  const kinds = []
  for (const status of [200, 299, 301, 307, 400, 410, 500]) {
    const { kind, outcome } = await sendTo(`${origin}/${status}`)
    kinds.push(`${kind}: ${outcome}`)
  }
  assert.deepEqual(kinds, [
    'sent: Answered 200',
    'sent: Answered 299',
    'failed: Answered 301: redirects are not followed',
    'failed: Answered 307: redirects are not followed',
    'failed: Answered 400',
    'gone: Answered 410',
    'failed: Answered 500',
  ])
  assert.equal(asked.length, 7)
})

it('Retry-After is kept, in seconds or as a date', async (t) => {
  let retryAfter = ''
  const origin = await startHttp(t, (_request, response) => {
    response.writeHead(429, { 'retry-after': retryAfter }).end()
  })
  const waits = []
  for (retryAfter of ['120', new Date(Date.now() + 600_000).toUTCString(), '-5', 'soon', '1e999']) {
    const result = await sendTo(origin)
    const { retryAfterMs } = result.kind === 'sent' ? {} : result.failure
    waits.push(retryAfterMs && Math.round(retryAfterMs / 60_000))
  }
  assert.deepEqual(waits, [2, 10, undefined, undefined, undefined])
})

it('a response that never ends counts by its status, and is not read to its end', async (t) => {
  let written = 0
  const origin = await startHttp(t, (request, response) => {
    response.writeHead(200)
    if (request.url === '/slow') {
      response.write('a')
      return
    }
    const write = () => {
      written += 1
      if (response.write('x'.repeat(10_000))) setImmediate(write)
      else response.once('drain', write)
    }
    write()
  })
  const started = performance.now()
  assert.equal((await sendTo(`${origin}/huge`)).kind, 'sent')
  assert.ok(written < 1000, `${written}`)
  assert.equal((await sendTo(`${origin}/slow`, { timeoutMs: 500 })).kind, 'sent')
  assert.ok(performance.now() - started < 5000)
})

it('a receiver that does not answer fails in time', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const open: Socket[] = []
  silent.on('connection', (socket) => open.push(socket))
  t.after(() => {
    for (const socket of open) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const result = await sendTo(originOf(silent), { timeoutMs: 300 })
  assert.deepEqual(result, {
    kind: 'failed',
    outcome: 'No answer in time',
    failure: { reason: 'No answer in time', permanent: false },
  })
})

it('a receiver that is down, breaks off or speaks another protocol fails', async (t) => {
  const liars: Record<string, (socket: Socket) => void> = {
    'breaks off': (socket) => socket.end('HTTP/1.1 200'),
    'is a mail server': (socket) => socket.end('220 mail.example ESMTP\r\n'),
    resets: (socket) => socket.resetAndDestroy(),
  }
  for (const [name, answer] of Object.entries(liars)) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      answer(socket)
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    assert.equal((await sendTo(originOf(server))).kind, 'failed', name)
  }
  assert.match((await sendTo('http://127.0.0.1:1/')).outcome, /ECONNREFUSED/)
})

it('a certificate that cannot be checked is refused', async (t) => {
  let requests = 0
  const server = createHttpsServer({ cert: certificate, key }, (_request, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { kind, outcome } = await sendTo(originOf(server).replace('http:', 'https:'))
  assert.equal(kind, 'failed')
  assert.match(outcome, /self-signed/)
  assert.equal(requests, 0)
})

it('a private network and an unknown host are refused alike when connecting, unless it is allowed', async (t) => {
  const origin = await startReceiver(t)
  const port = new URL(origin).port
  const reason = 'The host is unknown or in a private network, which requires WEBHOOK_ALLOW_PRIVATE'
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'nosuch.invalid'])
    assert.deepEqual(await sendTo(`http://${host}:${port}/`, { webhookAllowPrivate: false }), {
      kind: 'failed',
      outcome: reason,
      // A name may be unknown for a while only.
      failure: { reason, permanent: false },
    })
  assert.equal((await sendTo(`http://localhost:${port}/`)).kind, 'sent')
})

const startReceiver = (t: TestContext) => startHttp(t, (_request, response) => response.end('ok'))

function originOf(server: { address(): unknown }): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null && 'port' in address ? address.port : 0
  return `http://127.0.0.1:${port}`
}
