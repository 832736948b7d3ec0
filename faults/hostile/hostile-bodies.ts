import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { answersOf, newId } from '../harness/visitor.ts'
import { JSON_HEADERS, put } from './hostile-case.ts'
import { noRecords, otherTypes } from './hostile-texts.ts'

/** Fastify's default limit. */
export const BODY_LIMIT = 1024 * 1024

/** 100,000 different keys of three letters each: with longer ones the body would be refused for its length. */
const MANY_KEYS = Buffer.from(
  `{${Array.from({ length: 100_000 }, (_, key) => `"${threeLetters(key)}":1`).join()}}`,
)
/** 10 kB, and a thousand times as much for whoever blows it up. */
const BOMB = gzipSync(Buffer.alloc(10_000_000))

const smallBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => put('3.1', Buffer.from(bytes))),
  fc
    .json()
    .filter((json) => !/^\s*\{/.test(json))
    .map((json) => put('3.1', json)),
  fc.constantFrom(...noRecords).map((body) => put('3.1', body)),
  fc
    .tuple(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        '__pro\\u0074o__',
        'toString',
        'hasOwnProperty',
      ),
      fc.constantFrom('{"polluted":"yes"}', '"yes"', '{"prototype":{"polluted":"yes"}}'),
    )
    .map(([key, value]) =>
      put('3.1', `${JSON.stringify(answersOf(newId())).slice(0, -1)},"${key}":${value}}`),
    ),
  fc
    .constantFrom(
      Buffer.from('\ufeff{}'),
      Buffer.from('{}', 'utf16le'),
      Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
      Buffer.from('{"email":"\xc3\x28"}', 'latin1'),
      Buffer.from('['.repeat(10_000)),
      Buffer.from(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
      Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    )
    .map((bytes) => put('3.1', bytes)),
  fc
    .integer({ min: 1, max: 3000 })
    .map((keys) =>
      put('3.1', Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, 'x']))),
    ),
)

const hugeBody = fc
  .constantFrom(
    MANY_KEYS,
    Buffer.from(`[${'1,'.repeat(400_000)}1]`),
    Buffer.from(`[${'{},'.repeat(270_000)}1]`),
    Buffer.alloc(BODY_LIMIT, 0x20),
    Buffer.alloc(BODY_LIMIT + 1, 0x20),
    Buffer.alloc(1_000_000, 0x61),
  )
  .map((bytes) => put('3.1', bytes))

/** Of the huge ones there are few, since it takes long to send them. */
export const badBody = fc.oneof({ weight: 49, arbitrary: smallBody }, { weight: 1, arbitrary: hugeBody })

export const badType = fc.constantFrom(...otherTypes).map((type) =>
  put('3.2', answersOf(newId()), {
    headers: { ...JSON_HEADERS, 'content-type': type },
    allowed: [415, 400],
  }),
)

export const encoded = fc
  .constantFrom('gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'GZIP', 'identity')
  .map((encoding) =>
    put('3.3', BOMB, {
      headers: { ...JSON_HEADERS, 'content-encoding': encoding },
      allowed: [400, 413],
    }),
  )

function threeLetters(number: number): string {
  return Buffer.from([number >> 16, number >> 8, number])
    .toString('base64')
    .slice(1)
}
