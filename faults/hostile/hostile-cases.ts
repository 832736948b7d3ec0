import fc from 'fast-check'
import { answersOf, newId } from '../harness/visitor.ts'
import { hostileAnswers } from './hostile-answers.ts'
import { badBody, badType, encoded } from './hostile-bodies.ts'
import { type HostileCase, JSON_HEADERS, put, REFUSED } from './hostile-case.ts'
import { noPages, oddReading } from './hostile-texts.ts'

/** A submission that is good in all but the headers around it: they change nothing. */
const strangeHeaders = fc
  .constantFrom<Record<string, string>>(
    { host: 'evil.example' },
    { host: 'evil.example:99999' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/desk', 'x-rewrite-url': '/desk' },
    { 'user-agent': '{"level":60,"msg":"forged"}', 'x-request-id': '{"level":60}', referer: 'evil.example' },
    { 'user-agent': `\${jndi:ldap://evil.example}`, 'x-request-id': '"},{"forged":"yes' },
    { 'user-agent': 'forged '.repeat(1000), cookie: 'a=b; '.repeat(1000) },
    { 'user-agent': '', accept: '*/*;q=1e400', 'accept-language': '\u00ff'.repeat(100), range: 'bytes=9-1' },
  )
  .map((headers) => {
    const id = newId()
    const answers = answersOf(id)
    return put('3.14 3.15', answers, {
      path: `/api/projects/${id}`,
      headers: { ...JSON_HEADERS, ...headers },
      allowed: [201],
      accepted: { id, answers },
    })
  })

const preflight = fc.constantFrom('https://evil.example', 'null', 'http://127.0.0.1').map((origin) => ({
  row: '3.14',
  method: 'OPTIONS',
  path: `/api/projects/${newId()}`,
  headers: {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  },
  body: Buffer.alloc(0),
  allowed: REFUSED,
}))

const badId = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '',
      '..',
      '%2e%2e',
      'x'.repeat(300),
      'x'.repeat(10_000),
      '%00',
      '%0d%0aX: y',
      'a/b',
      "';drop",
      'é'.repeat(11),
    ),
  )
  .filter((id) => !/^[\w-]{22}$/.test(id) && id !== '.' && !/[?#]/.test(id))
  .map((id) =>
    put('3.9', answersOf(newId()), { path: `/api/projects/${encodeURI(id).replaceAll(' ', '%20')}` }),
  )

const elsewhere = fc
  .constantFrom<Record<string, string>>(
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1.evil.example' },
  )
  .map((headers) =>
    put('3.14', answersOf(newId()), { headers: { ...JSON_HEADERS, ...headers }, allowed: [403] }),
  )

const badPath = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'),
    fc.constantFrom(...noPages),
  )
  .map(([method, path]) => ({
    row: '3.10 3.11',
    method,
    path,
    headers: {},
    body: Buffer.alloc(0),
    allowed: [...REFUSED, 501],
  }))

/** A page, a file and a status, asked for in odd ways. */
const oddRead = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD'),
    fc.constantFrom('/', '/sec3', '/app.ts', '/healthz'),
    fc.constantFrom(...oddReading),
  )
  .map(([method, path, headers]) => ({
    row: '3.3 3.11 3.14',
    method,
    path,
    headers,
    body: Buffer.alloc(0),
    allowed: [200, 206, 416],
  }))

/** The same cases for the same seed. */
export function hostileCases(count: number, seed: number): readonly HostileCase[] {
  const any = fc.oneof(
    { weight: 19, arbitrary: hostileAnswers },
    { weight: 6, arbitrary: badBody },
    { weight: 2, arbitrary: badType },
    { weight: 1, arbitrary: encoded },
    { weight: 3, arbitrary: badId },
    { weight: 1, arbitrary: elsewhere },
    { weight: 1, arbitrary: strangeHeaders },
    { weight: 1, arbitrary: preflight },
    { weight: 4, arbitrary: badPath },
    { weight: 2, arbitrary: oddRead },
  )
  return fc.sample(any, { numRuns: count, seed })
}
