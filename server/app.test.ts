import assert from 'node:assert/strict'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { pathOf, screens } from '../questionnaire/screens.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../questionnaire/version.ts'
import { type Config, readConfig } from './config/config.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sampleId } from './testing/sample-id.ts'
import { eventually } from './testing/server-process.ts'
import { tameMailer } from './testing/tame-mailer.ts'
import { testApp } from './testing/test-app.ts'

it('every screen is answered with the landing page for the requested host', async (t) => {
  const { app } = await testApp(t)
  for (const index of screens.keys()) {
    const answer = await app.inject({ url: pathOf(index), headers: { host: 'kitchens.example:8080' } })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['cache-control'], 'no-cache')
    assert.match(answer.body, /kitchens\.example Renegade/)
  }
  const made = await app.inject({ url: '/', headers: { host: '"><script>' } })
  assert.match(made.body, /<title>localhost /)
})

it('the page is compressed as the browser accepts it, and not sent again when unchanged', async (t) => {
  const { app } = await testApp(t)
  const plain = await app.inject({ url: '/' })
  const br = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0 , GZIP;q=0.5' } })
  assert.deepEqual(
    [plain, br, gzip].map(({ headers }) => headers['content-encoding']),
    [undefined, 'br', 'gzip'],
  )
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain.body)
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(plain.headers.etag) } })
  assert.equal(again.statusCode, 304)
  const head = await app.inject({ method: 'HEAD', url: '/sec3' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  assert.equal((await app.inject({ method: 'HEAD', url: '/nope' })).statusCode, 404)
})

it('only public files of the build are served; a missing file is plain text, another path a page', async (t) => {
  const { app, directory, services } = await testApp(t)
  const { siteDirectory } = services
  const script = await app.inject({ url: '/assets/page-abc.js', headers: { 'accept-encoding': 'br' } })
  assert.equal(script.body, 'squeezed')
  assert.equal(script.headers['content-encoding'], 'br')
  assert.match(String(script.headers['cache-control']), /immutable/)
  const icon = await app.inject({ url: '/icon.svg' })
  assert.deepEqual([icon.statusCode, icon.headers['cache-control']], [200, 'public, max-age=3600'])

  for (const url of [
    '/assets/nope.js',
    '/.env',
    '/assets/',
    '/assets/..%2f..%2fprojects.db',
    '/package.json',
    '/%2e%2e%2fprojects.db',
  ]) {
    const missing = await app.inject({ url })
    assert.equal(missing.statusCode, 404, url)
    assert.match(String(missing.headers['content-type']), /^text\/plain/, url)
    assert.equal(missing.headers['cache-control'], 'no-store', url)
  }
  await symlink(join(directory, 'projects.db'), join(siteDirectory, 'assets', 'link.js'))
  await symlink(join(directory, 'projects.db'), join(siteDirectory, 'icon.svg.br'))
  for (const url of ['/assets/link.js', '/icon.svg']) {
    const linked = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    assert.deepEqual([linked.statusCode, linked.body], [404, 'Not found\n'], url)
  }
  const page = await app.inject({ url: `${pathOf(screens.length)}?from=ad.example` })
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /Not here/)
})

it('a path has one spelling, and any other is not found', async (t) => {
  const { app, services } = await testApp(t)
  await services.staff.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const statusOf = async (path: string) => {
    const [response] = await once(get({ port, path }), 'response')
    response.resume()
    return response.statusCode
  }
  for (const [path, status] of [
    ['/desk', 200],
    ['/desk/inbox', 200],
    ['/sec1', 200],
    ['/assets/page-abc.js', 200],
    ['/icon.svg', 200],
    ['/healthz', 200],
    ['/api/desk/session', 401],
  ] as const) {
    assert.equal(await statusOf(`${path}?a=%64`), status, path)
    const encoded = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`
    for (const other of [
      encoded,
      `/.${path}`,
      `/x/..${path}`,
      `${path}#`,
      `/${path}`,
      `http://localhost${encoded}`,
    ])
      assert.equal(await statusOf(other), 404, other)
  }
})

it('an address that cannot be decoded shows the not-found page', async (t) => {
  const { app } = await testApp(t)
  for (const url of ['/%', '/sec1%', '/%c0%ae']) {
    const { statusCode, body, headers } = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
    assert.equal(statusCode, 404, url)
    assert.match(body, /Not here/, url)
    assert.partialDeepStrictEqual(headers, securityHeaders('http'), url)
  }
  const url = `/api/projects/${'x'.repeat(101)}`
  const called = await app.inject({ method: 'PUT', url, headers: { accept: 'text/html,*/*' } })
  assert.match(String(called.headers['content-type']), /^application\/problem\+json/)
})

it('every answer has the security headers, and HSTS only over https', async (t) => {
  const { app } = await testApp(t, { config: { trustProxy: ['127.0.0.1'] } })
  const addresses = [
    '/',
    '/nope',
    '/assets/page-abc.js',
    '/assets/no.js',
    '/api/projects/x',
    '/healthz',
    '/%',
  ]
  for (const url of addresses) {
    const { headers } = await app.inject({ url })
    assert.partialDeepStrictEqual(headers, securityHeaders('http'), url)
    assert.equal(headers['strict-transport-security'], undefined)
  }
  const https = await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } })
  assert.partialDeepStrictEqual(https.headers, {
    ...securityHeaders('http'),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

it('a submission that is not JSON is refused', async (t) => {
  const { app, projects } = await testApp(t)
  const send = (type: string | undefined, payload: string | Buffer = JSON.stringify(sampleAnswers())) =>
    app.inject({
      method: 'PUT',
      url: `/api/projects/${sampleId()}`,
      headers: type === undefined ? {} : { 'content-type': type },
      payload,
    })
  for (const type of [
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
  ])
    assert.equal((await send(type)).statusCode, 415, String(type))
  const whole = JSON.stringify(sampleAnswers())
  for (const payload of [
    '',
    '{',
    `${whole} trailing`,
    '['.repeat(20_000),
    whole.replace('{', '{"__proto__":{"polluted":"yes"},'),
    whole.replace('{', '{"__pro\\u0074o__":"x",'),
    whole.replace('{', '{"constructor":{"prototype":{}},'),
    Buffer.from(whole, 'utf16le'),
  ]) {
    const answer = await send('application/json', payload)
    assert.equal(answer.statusCode, 400, String(payload).slice(0, 40))
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual(Object.keys(answer.json()), ['type', 'title', 'status', 'message'])
  }
  for (const payload of ['null', '1', '"x"', '[]', 'true'])
    assert.equal((await send('application/json', payload)).statusCode, 422, payload)
  assert.deepEqual(await projects(), [])
  assert.equal((await send('application/json; charset=utf-8')).statusCode, 201)
})

it('a rejected answer is reported by field and problem, without its value', async (t) => {
  const { put, projects } = await testApp(t)
  const answer = await put(sampleId(), {
    ...sampleAnswers({ email: 'secret-not-an-address' }),
    yearBuilt: 1990,
    city: null,
  })
  assert.equal(answer.statusCode, 422)
  assert.deepEqual(answer.json().problems, {
    email: 'not an email address',
    yearBuilt: 'not text',
    city: 'not text',
  })
  assert.ok(!answer.body.includes('secret'))
  assert.equal((await put(sampleId(), { ...sampleAnswers(), more: 'x' })).statusCode, 422)
  assert.deepEqual(await projects(), [])
})

it('an older page may lack a question and send another, which reaches the email', async (t) => {
  const { mailer, sent } = tameMailer()
  const { put, projects } = await testApp(t, { mailer })
  const { timeFrame, ...older } = sampleAnswers({ typeOfHome: 'Houseboat' })
  const id = sampleId()
  const answer = await put(id, { ...older, islandColour: 'blue' }, { [VERSION_HEADER]: 'older' })
  assert.equal(answer.statusCode, 201)
  assert.equal((await projects())[0]?.answers.timeFrame, '')
  assert.deepEqual(sent[0]?.extraAnswers, { islandColour: 'blue' })
  assert.equal(
    (await put(id, { ...older, islandColour: 'blue' }, { [VERSION_HEADER]: 'older' })).statusCode,
    200,
  )
  assert.equal((await put(sampleId(), older)).statusCode, 422)
})

it('a submission without any answer is rejected', async (t) => {
  const { put, emails } = await testApp(t)
  for (const record of [{}, { firstName: '' }, { firstName: ' ' }, { nothing: 1 }])
    assert.equal((await put(sampleId(), record, { [VERSION_HEADER]: 'older' })).statusCode, 422)
  assert.deepEqual(await emails(), [])
  const other = await put(sampleId(), { islandColour: 'blue' }, { [VERSION_HEADER]: 'older' })
  assert.equal(other.statusCode, 201)
})

it('invalid ids, methods and paths of the API are refused', async (t) => {
  const { app, put } = await testApp(t)
  for (const id of ['short', 'x'.repeat(23)])
    assert.equal((await put(id, sampleAnswers())).statusCode, 400, id)
  for (const id of ['..%2f..%2fetc%2fpasswd12', '%0d%0a%0d%0aaaaaaaaaaaaaaaaa', 'é'.repeat(22)])
    assert.equal((await put(id, sampleAnswers())).statusCode, 404, id)
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    const answer = await app.inject({ method, url: `/api/projects/${sampleId()}` })
    assert.equal(answer.statusCode, 405, method)
    assert.equal(answer.headers.allow, 'PUT')
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  }
  const posted = await app.inject({ method: 'POST', url: '/' })
  assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD'])
  assert.equal((await app.inject({ url: '/%' })).statusCode, 400)
  const elsewhere = [
    ['PUT', `/api/projects/${sampleId()}/`],
    ['PUT', '/api/steps'],
    ['DELETE', '/api/other'],
  ] as const
  for (const [method, url] of elsewhere) {
    const { statusCode, headers } = await app.inject({ method, url })
    assert.deepEqual([statusCode, headers.allow], [404, undefined], url)
  }
  const other = await app.inject({ url: '/api/other' })
  assert.equal(other.statusCode, 404)
  assert.match(String(other.headers['content-type']), /^application\/problem\+json/)
  const opened = await app.inject({ url: '/index.html', headers: { accept: 'text/html,*/*' } })
  assert.match(String(opened.headers['content-type']), /^text\/html/)
  const fetched = await app.inject({ url: '/index.html', headers: { accept: '*/*' } })
  assert.match(String(fetched.headers['content-type']), /^text\/plain/)
  assert.deepEqual([opened.headers.vary, fetched.headers.vary], ['accept, accept-encoding', 'accept'])
})

it('a submission from a page of another site is refused', async (t) => {
  const { put, projects } = await testApp(t)
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null', host: 'kitchens.example' },
    { origin: 'https://evil.example', host: 'kitchens.example' },
    { origin: 'https://kitchens.example.evil.example', host: 'kitchens.example' },
    { origin: 'https://kitchens.example:8443', host: 'kitchens.example' },
  ]
  for (const headers of refused)
    assert.equal((await put(sampleId(), sampleAnswers(), headers)).statusCode, 403)
  assert.deepEqual(await projects(), [])
  // Requests of our own page, and those that the browser makes by itself.
  for (const site of ['same-origin', 'none'])
    assert.equal((await put(sampleId(), sampleAnswers(), { 'sec-fetch-site': site })).statusCode, 201, site)
  const own = { origin: 'https://kitchens.example', host: 'kitchens.example' }
  assert.equal((await put(sampleId(), sampleAnswers(), own)).statusCode, 201)
})

it('SITE_URL and SITE_DOMAIN count as same site behind a proxy that changes the host', async (t) => {
  for (const siteDomain of ['Küchen.Example', 'XN--Kchen-kva.example']) {
    const { siteUrl } = readConfig({ SITE_URL: `https://${siteDomain}` })
    assert.equal(readConfig({ SITE_DOMAIN: siteDomain }).siteUrl, siteUrl)
    const { app, put } = await testApp(t, { config: { siteUrl, siteDomain } })
    const from = async (origin: string) =>
      (await put(sampleId(), sampleAnswers(), { origin, host: '10.0.0.7:3000' })).statusCode
    assert.equal(await from('https://xn--kchen-kva.example'), 201, siteDomain)
    assert.equal(await from('https://kuchen.example'), 403, siteDomain)
    assert.equal(await from('https://xxn--kchen-kva.example'), 403, siteDomain)
    assert.ok((await app.inject({ url: '/' })).body.includes(siteDomain))
  }
})

it('X-Forwarded-Host is ignored, even from a trusted proxy', async (t) => {
  const { app, put } = await testApp(t, { config: { trustProxy: ['127.0.0.1'] } })
  const headers = { host: 'kitchens.example', 'x-forwarded-host': 'evil.example' }
  assert.match((await app.inject({ url: '/', headers })).body, /kitchens\.example Renegade/)
  const from = async (origin: string) =>
    (await put(sampleId(), sampleAnswers(), { ...headers, origin })).statusCode
  assert.equal(await from('https://evil.example'), 403)
  assert.equal(await from('https://kitchens.example'), 201)
})

it('visit counts are rate limited silently', async (t) => {
  const { app, services } = await testApp(t, { config: { rateLimit: 1 } })
  const count = t.mock.method(services.desk.visitCounts, 'count')
  const step = async (remoteAddress: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/steps', payload: {}, remoteAddress })
    assert.equal(answer.statusCode, 204)
  }
  for (let steps = 0; steps < 3 * screens.length; steps++) await step('203.0.113.1')
  const counted = count.mock.callCount()
  // Its share comes back while the others are sent.
  assert.ok(counted >= screens.length && counted < 2 * screens.length, `${counted}`)
  await step('203.0.113.2')
  assert.equal(count.mock.callCount(), counted + 1)
})

it('neither headers nor other forms of the path hide a client from the rate limit', async (t) => {
  const { app, put, projects } = await testApp(t, { config: { rateLimit: 1 } })
  const known = sampleId()
  assert.equal((await put(known, sampleAnswers(), { 'x-forwarded-for': '203.0.113.1' })).statusCode, 201)
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip'])
    for (const address of ['203.0.113.2', '127.0.0.1', '::ffff:203.0.113.3, 203.0.113.4', ''])
      assert.equal((await put(sampleId(), sampleAnswers(), { [name]: address })).statusCode, 429, name)
  const id = sampleId()
  for (const url of [
    `/api/projects/${id}?a=b`,
    `/api/project%73/${id}`,
    `//api/projects/${id}`,
    `/API/projects/${id}`,
  ]) {
    const { statusCode } = await app.inject({ method: 'PUT', url, payload: sampleAnswers() })
    assert.ok([404, 405, 429].includes(statusCode), `${statusCode} ${url}`)
  }
  assert.deepEqual(
    (await projects()).map((project) => project.id),
    [known],
  )
})

it('an untrusted proxy is logged once', async (t) => {
  const asked = async (config: Partial<Config>, headers: Record<string, string>) => {
    const { app, lines } = await testApp(t, { config })
    for (let times = 0; times < 2; times++) await app.inject({ url: '/healthz', headers })
    return lines.filter((line) => line.includes('TRUST_PROXY')).length
  }
  const headers = { 'x-forwarded-for': '203.0.113.1' }
  assert.equal(await asked({}, headers), 1)
  assert.equal(await asked({ trustProxy: ['10.0.0.0/8'] }, headers), 1)
  assert.equal(await asked({ trustProxy: ['127.0.0.1'] }, headers), 0)
  assert.equal(await asked({}, {}), 0)
})

it('no answer, address or id is in the log, whatever happens', async (t) => {
  const { mailer } = tameMailer()
  const { put, app, lines } = await testApp(t, { mailer })
  const id = sampleId()
  await put(id, sampleAnswers())
  mailer.send = async () => {
    throw new Error('550 <ada@example.com> is not known\nhere')
  }
  await put(id, sampleAnswers({ lastName: 'a private sum' }))
  await put(id, { email: 'ada@example.com' })
  await put(id, '{', { 'x-request-id': 'a private sum' })
  await app.inject({ url: `/nowhere/${id}?q=ada@example.com`, headers: { 'user-agent': 'a private sum' } })
  assert.ok(lines.length >= 5)
  const answered = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'answered')
  assert.partialDeepStrictEqual(answered, { method: 'PUT', route: '/api/projects/:id', status: 201 })
  for (const line of lines) {
    assert.doesNotThrow(() => JSON.parse(line))
    for (const secret of [id, 'ada', 'jane', 'Homeowner', 'Springfield', 'private'])
      assert.ok(!line.includes(secret), line)
  }
})

it('an internal error is logged and counted, and its reason is not sent', async (t) => {
  const { app, services, lines } = await testApp(t, { config: { metricsToken: 'sixteen-characters' } })
  t.mock.method(services.staff.people, 'isEmpty', async () => {
    throw new Error('The disk is full')
  })
  const answer = await app.inject({ url: '/desk' })
  assert.equal(answer.statusCode, 500)
  assert.ok(!answer.body.includes('disk'))
  assert.ok(lines.some((line) => line.includes('A request failed') && line.includes('The disk is full')))
  const headers = { authorization: 'Bearer sixteen-characters' }
  assert.match((await app.inject({ url: '/metrics', headers })).body, /http_requests_total{status="500"} 1\n/)
})

it('a closing server finishes requests in flight and refuses new ones', async (t) => {
  const mail = Promise.withResolvers<void>()
  const send = t.mock.fn(() => mail.promise)
  const { app } = await testApp(t, tameMailer(send))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const late = connect(Number(new URL(address).port), '127.0.0.1')
  await once(late, 'connect')
  late.write('GET / HTTP/1.1\r\n')
  const answering = fetch(`${address}/api/projects/${sampleId()}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION },
    body: JSON.stringify(sampleAnswers()),
  })
  await eventually(async () => send.mock.callCount() > 0)
  const closed = app.close()
  await eventually(async () => !app.server.listening)
  late.write('Host: x\r\n\r\n')
  const refused = Buffer.concat(await late.toArray()).toString()
  assert.match(refused, /^HTTP\/1\.1 503 .*problem\+json/s)
  for (const [name, value] of Object.entries(securityHeaders('http')))
    assert.ok(refused.includes(`${name}: ${value}\r\n`), name)
  mail.resolve()
  const { status, headers } = await answering
  assert.deepEqual([status, headers.get('connection')], [201, 'close'])
  await closed
})

it('connections stay open longer than the minute of common proxies', async (t) => {
  const { app } = await testApp(t)
  const { headers } = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/healthz`)
  assert.equal(headers.get('connection'), 'keep-alive')
  assert.ok(Number(headers.get('keep-alive')?.replace('timeout=', '')) > 60)
  // Nor is it cut while the slowest answer is on its way, though it is at last.
  assert.ok(app.server.timeout > 20_000)
})
