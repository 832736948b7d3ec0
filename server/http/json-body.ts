import { LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { Refusal } from './problem.ts'

const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf|UTF)-8)?$/
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Names that every object has already, and `prototype`. */
export const FORBIDDEN_KEYS: readonly string[] = [
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]

const BYTES_A_UNIT = 6
const ROOM = 16 * 1024

/**
 * Nothing that the judge of answers lets pass is longer, in whatever script: JSON takes six bytes for a unit at
 * most, as in \u0001. The room is for names and quotes.
 */
export const LONGEST_BODY = fieldNames.length * LONGEST_ANSWER * BYTES_A_UNIT + ROOM

/** Far more than any questionnaire has of each. Without a bound, a body full of them takes a fifth of a second. */
const MOST_KEYS = 2000
const MOST_NESTS = 2000

/** Refuses what is not plain JSON by its headers, before a byte of the body is read. */
export function expectJson(headers: Readonly<Record<string, string | string[] | undefined>>) {
  if (!JSON_TYPE.test(String(headers['content-type']))) throw new Refusal(415)
  if (headers['content-encoding'] !== undefined) throw new Refusal(415)
}

/** JSON of which every reader would say the same: valid UTF-8, not too many parts, no key twice, none forbidden. */
export function readBody(bytes: Buffer): unknown {
  try {
    const text = UTF8.decode(bytes)
    const { keys: count, nests } = countParts(text)
    if (count > MOST_KEYS || nests > MOST_NESTS) throw new Refusal(400)
    const value: unknown = JSON.parse(text)
    const keys: string[] = []
    gatherKeys(value, keys)
    // Of a key that is there twice, the parser kept one.
    if (keys.length === count && !keys.some((key) => FORBIDDEN_KEYS.includes(key))) return value
  } catch {
    // What was wrong with it is the sender's business.
  }
  throw new Refusal(400)
}

/** Into one list: a list for each depth, copied to the one above, would take a deep body's time squared. */
function gatherKeys(value: unknown, keys: string[]) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    // Not by its entries: each place of a long list would be made a text.
    for (const inner of value) gatherKeys(inner, keys)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    keys.push(key)
    gatherKeys(inner, keys)
  }
}

/** In valid JSON a quote outside of strings only begins one, and a string before a colon is a key. */
function countParts(json: string) {
  let keys = 0
  let start = json.indexOf('"')
  let nests = countNests(json, 0, start)
  while (start !== -1) {
    let end = json.indexOf('"', start + 1)
    while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
    if (end === -1) break
    COLON.lastIndex = end + 1
    if (COLON.test(json)) keys++
    start = json.indexOf('"', end + 1)
    nests += countNests(json, end + 1, start)
  }
  return { keys, nests }
}

const COLON = /\s*:/y

/** Records and lists that begin there; `to` is -1 for the end. */
function countNests(json: string, from: number, to: number): number {
  const end = to === -1 ? json.length : to
  let nests = 0
  for (let at = from; at < end; at++) if (json[at] === '{' || json[at] === '[') nests++
  return nests
}

function isEscaped(json: string, quote: number): boolean {
  let first = quote
  while (json.charAt(first - 1) === '\\') first--
  return (quote - first) % 2 === 1
}
