import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { answersOf, newId } from '../harness/visitors.ts'
import {
  badBodies,
  badContentTypes,
  badEmails,
  badPaths,
  badYears,
  disguises,
  naughtyStrings,
  oddReadHeaders,
  oddSubmitHeaders,
} from './texts.ts'

/** One hostile request, and the correct statuses. */
export interface RequestCase {
  readonly row: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly allowed: readonly number[]
  /** What the store must contain, byte for byte, if the request is accepted. */
  readonly accepted?: { readonly id: string; readonly answers: Readonly<Record<string, string>> }
}

/** The same cases for the same seed. */
export function requestCases(count: number, seed: number): readonly RequestCase[] {
  return fc.sample(anyCase, { numRuns: count, seed })
}

const JSON_HEADERS = { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION }
const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 422, 431] as const
const NO_BODY = Buffer.alloc(0)
/** Fastify's default. */
const BODY_LIMIT = 1024 * 1024

const refused = (row: string, body: unknown, more: Partial<RequestCase> = {}): RequestCase => ({
  row,
  method: 'PUT',
  path: `/api/projects/${newId()}`,
  headers: JSON_HEADERS,
  body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  allowed: REFUSED,
  ...more,
})

function accepted(row: string, changes: Readonly<Record<string, string>>, headers = {}): RequestCase {
  const id = newId()
  const answers = answersOf(id, changes)
  return refused(row, answers, {
    path: `/api/projects/${id}`,
    headers: { ...JSON_HEADERS, ...headers },
    allowed: [201],
    accepted: { id, answers },
  })
}

const withAnswer = (name: string, answer: unknown) => ({ ...answersOf(newId()), [name]: answer })

const optionsOf = (name: FieldName): readonly string[] => {
  const field: Field = fieldNamed(name)
  return 'options' in field ? field.options : []
}
const optionOf = (name: FieldName, index: number) => optionsOf(name)[index % optionsOf(name).length] ?? ''

const oneOf = fc.constantFrom
const fieldWith = (test: (field: Field, name: FieldName) => boolean) =>
  oneOf(...fieldNames.filter((name) => test(fieldNamed(name), name)))
const openField = fieldWith(({ kind }) => kind === 'text' || kind === 'long text')
const emailField = fieldWith(({ kind }) => kind === 'email')
const optionField = fieldWith((field) => 'options' in field)
const closedField = fieldWith((field) => 'options' in field && !('other' in field))
const fieldWithOther = fieldWith((field) => 'options' in field && 'other' in field)
const requiredField = fieldWith(({ optional }) => !optional)

const text = fc.oneof(
  oneOf(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
)
const isValid = (answer: string) =>
  answer.trim() !== '' &&
  answer.length <= MAX_ANSWER_LENGTH &&
  answer.isWellFormed() &&
  !answer.includes('\0')

/** Letters that a domain may contain, among them some whose bytes include a line break. */
const letter = oneOf('a', '-a', 'ü', '字', '\u05d0', '\u010d\u010a', '\u010a', '\u013a', '\u0120', '\u012e')
const label = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => `x${letters.join('')}`)

const validAnswers = fc.oneof(
  fc
    .tuple(openField, text.filter(isValid))
    .map(([name, answer]) => accepted('3.6 3.7 3.8', { [name]: answer })),
  fc
    .tuple(emailField, fc.array(label, { minLength: 1, maxLength: 4 }))
    .map(([name, labels]) => accepted('3.8', { [name]: `o'hara+{x}@${labels.join('.')}` })),
  fc.tuple(optionField, fc.nat()).map(([name, index]) => accepted('3.4', { [name]: optionOf(name, index) })),
  fc
    .tuple(fieldWithOther, fc.nat(), oneOf(...disguises))
    .map(([name, index, disguise]) => accepted('3.4', { [name]: disguise(optionOf(name, index)) })),
)

const wrongType = fc.oneof(
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  oneOf('\0', 'a\0b', '\ud800', 'a\udc00', 'x'.repeat(MAX_ANSWER_LENGTH + 1), 'x'.repeat(200_000)),
)
const blank = oneOf('', ' ', '\t\r\n', '\u00a0', '\u3000', '\ufeff', undefined)

const badAnswers = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(oneOf(...fieldNames), wrongType)
      .map(([name, value]) => refused('3.4', withAnswer(name, value))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(requiredField, blank).map(([name, value]) => refused('3.4', withAnswer(name, value))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        closedField,
        fc.nat(),
        fc.oneof(
          oneOf(...disguises),
          text.map((other) => () => other),
        ),
      )
      .map(([name, index, disguise]) => [name, disguise(optionOf(name, index))] as const)
      .filter(([name, answer]) => answer.trim() !== '' && !optionsOf(name).includes(answer))
      .map(([name, answer]) => refused('3.4', withAnswer(name, answer))),
  },
  {
    weight: 1,
    arbitrary: oneOf(...badYears).map((year) => refused('3.4', withAnswer('yearBuilt', year))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(emailField, oneOf(...badEmails))
      .map(([name, answer]) => refused('3.5', withAnswer(name, answer))),
  },
)

const withExtra = (member: string) => `${JSON.stringify(answersOf(newId())).slice(0, -1)},${member}}`

const badBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => refused('3.1', Buffer.from(bytes))),
  fc
    .json()
    .filter((json) => !/^\s*\{/.test(json))
    .map((json) => refused('3.1', json)),
  oneOf(...badBodies).map((body) => refused('3.1', body)),
  fc
    .tuple(
      oneOf('__proto__', 'constructor', 'prototype', '__pro\\u0074o__', 'toString', 'hasOwnProperty'),
      oneOf('{"polluted":"yes"}', '"yes"', '{"prototype":{"polluted":"yes"}}'),
    )
    .map(([key, value]) => refused('3.1', withExtra(`"${key}":${value}`))),
  oneOf(
    Buffer.from('\ufeff{}'),
    Buffer.from('{}', 'utf16le'),
    Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
    Buffer.from('{"email":"\xc3\x28"}', 'latin1'),
    Buffer.from('['.repeat(10_000)),
    Buffer.from(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  ).map((bytes) => refused('3.1', bytes)),
  fc
    .integer({ min: 1, max: 3000 })
    .map((keys) =>
      refused('3.1', Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, 'x']))),
    ),
)

/** 100,000 keys of three letters: longer ones would be refused for the length of the body. */
const MANY_KEYS = Array.from({ length: 100_000 }, (_, key) =>
  Buffer.from([key >> 16, key >> 8, key])
    .toString('base64')
    .slice(1),
)
const hugeBody = oneOf(
  Buffer.from(`{${MANY_KEYS.map((key) => `"${key}":1`).join()}}`),
  Buffer.from(`[${'1,'.repeat(400_000)}1]`),
  Buffer.from(`[${'{},'.repeat(270_000)}1]`),
  Buffer.alloc(BODY_LIMIT, 0x20),
  Buffer.alloc(BODY_LIMIT + 1, 0x20),
  Buffer.alloc(1_000_000, 0x61),
).map((bytes) => refused('3.1', bytes))

/** 10 kB that decompress to 10 MB. */
const BOMB = gzipSync(Buffer.alloc(10_000_000))
const badHeaders = fc.oneof(
  oneOf(...badContentTypes).map((type) =>
    refused('3.2', answersOf(newId()), {
      headers: { ...JSON_HEADERS, 'content-type': type },
      allowed: [415, 400],
    }),
  ),
  oneOf('gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'GZIP', 'identity').map((encoding) =>
    refused('3.3', BOMB, { headers: { ...JSON_HEADERS, 'content-encoding': encoding }, allowed: [400, 413] }),
  ),
  oneOf<Record<string, string>>(
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1.evil.example' },
  ).map((headers) =>
    refused('3.14', answersOf(newId()), { headers: { ...JSON_HEADERS, ...headers }, allowed: [403] }),
  ),
  oneOf(...oddSubmitHeaders).map((headers) => accepted('3.14 3.15', {}, headers)),
  oneOf('https://evil.example', 'null', 'http://127.0.0.1').map((origin) =>
    refused('3.14', '', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    }),
  ),
)

const badId = fc
  .oneof(
    fc.string({ maxLength: 40 }),
    oneOf('', '..', '%2e%2e', 'x'.repeat(300), '%00', '%0d%0aX: y', 'a/b', "';drop", 'é'.repeat(11)),
    fc.constant('x'.repeat(10_000)),
  )
  .filter((id) => !/^[\w-]{22}$/.test(id) && id !== '.' && !/[?#]/.test(id))
  .map((id) =>
    refused('3.9', answersOf(newId()), { path: `/api/projects/${encodeURI(id).replaceAll(' ', '%20')}` }),
  )

const badPath = fc
  .tuple(oneOf('GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'), oneOf(...badPaths))
  .map(([method, path]) => ({
    row: '3.10 3.11',
    method,
    path,
    headers: {},
    body: NO_BODY,
    allowed: [...REFUSED, 501],
  }))

const oddRead = fc
  .tuple(oneOf('GET', 'HEAD'), oneOf('/', '/sec3', '/app.ts', '/healthz'), oneOf(...oddReadHeaders))
  .map(([method, path, headers]) => ({
    row: '3.3 3.11 3.14',
    method,
    path,
    headers,
    body: NO_BODY,
    allowed: [200, 206, 416],
  }))

const anyCase: fc.Arbitrary<RequestCase> = fc.oneof(
  { weight: 30, arbitrary: validAnswers },
  { weight: 160, arbitrary: badAnswers },
  { weight: 59, arbitrary: badBody },
  // Only a few, because sending them takes long.
  { weight: 1, arbitrary: hugeBody },
  { weight: 60, arbitrary: badHeaders },
  { weight: 30, arbitrary: badId },
  { weight: 40, arbitrary: badPath },
  { weight: 20, arbitrary: oddRead },
)
