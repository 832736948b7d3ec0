import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { linkOrigin, siteOrigin } from './site-origin.ts'

/** An app behind a trusted proxy, which may pass on headers that a stranger has sent. */
function setUp(siteUrl: string | null) {
  const app = fastify({ trustProxy: true })
  app.get('/', async (request) => [siteOrigin(request, siteUrl), linkOrigin(request, siteUrl)])
  return async (headers: Record<string, string>) => JSON.parse((await app.inject({ url: '/', headers })).body)
}

it('SITE_URL is the origin whatever a request says', async () => {
  const origins = setUp('http://localhost:3000')
  for (const host of ['localhost:4000', 'evil.example', 'localhost:1@evil.example'])
    assert.deepEqual(await origins({ host }), ['http://localhost:3000', 'http://localhost:3000'])
})

it('without SITE_URL the origin is that of the request, and links have one only on this machine', async () => {
  const origins = setUp(null)
  for (const [host, origin] of [
    ['localhost:3000', 'http://localhost:3000'],
    ['LOCALHOST:80', 'http://localhost'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
  ] as const)
    assert.deepEqual(await origins({ host }), [origin, origin], host)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000'])
    assert.deepEqual(await origins({ host }), [`http://${host}`, null], host)
})

it('a Host that is not exactly a name or an address and an optional port has no origin', async () => {
  const origins = setUp(null)
  const hosts = String.raw`localhost:|localhost:1@evil.example|localhost@evil.example|localhost:3000/@evil|localhost\@evil|
    localhost#evil|localhost?evil|localhost:99999|localhost:3000:3000|localhost evil|[::1]:1@evil|[::1].evil.example|
    [::g]|::1`
  for (const host of hosts.split(/\|\s*/)) {
    assert.deepEqual(await origins({ host }), [null, null], host)
    assert.deepEqual(await origins({ host: 'localhost', 'x-forwarded-host': host }), [null, null], host)
  }
})

it('a forwarded scheme other than https is read as http', async () => {
  const origins = setUp(null)
  for (const [scheme, origin] of [
    ['https', 'https://localhost:3000'],
    ['http', 'http://localhost:3000'],
    ['https://evil.example/?', 'http://localhost:3000'],
  ] as const) {
    const headers = { host: 'localhost:3000', 'x-forwarded-proto': scheme }
    assert.deepEqual(await origins(headers), [origin, origin], scheme)
  }
})
