import { LONGEST_ANSWER } from '../questionnaire/answers.ts'
import { fieldNames } from '../questionnaire/fields.ts'
import { Refusal } from './problem.ts'

const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf|UTF)-8)?$/
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const BYTES_A_UNIT = 6
const ROOM = 16 * 1024

/**
 * Nothing that the judge of answers lets pass is longer, in whatever script: JSON takes six bytes for a unit at
 * most, as in \u0001. The room is for names and quotes.
 */
export const LONGEST_BODY = fieldNames.length * LONGEST_ANSWER * BYTES_A_UNIT + ROOM

/** Far more than any questionnaire has. A body full of them takes a fifth of a second to take apart. */
const MOST_KEYS = 2000

/** No key of ours, and each one has been somebody's way into an object's prototype. */
const POISON = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses what is not plain JSON by its headers, before a byte of the body is read. */
export function expectJson(headers: Readonly<Record<string, string | string[] | undefined>>) {
  if (!JSON_TYPE.test(String(headers['content-type']))) throw new Refusal(415)
  if (headers['content-encoding'] !== undefined) throw new Refusal(415)
}

/** JSON of which every reader would say the same: valid UTF-8, not too many keys, none twice, none that poisons. */
export function readBody(bytes: Buffer): unknown {
  try {
    const text = UTF8.decode(bytes)
    const count = countKeys(text)
    if (count > MOST_KEYS) throw new Refusal(400)
    const value: unknown = JSON.parse(text)
    const keys: string[] = []
    gatherKeys(value, keys)
    // Of a key that is there twice, the parser kept one.
    if (keys.length === count && !keys.some((key) => POISON.has(key))) return value
  } catch {
    // What was wrong with it is the sender's business.
  }
  throw new Refusal(400)
}

/** Into one list: a list for each depth, copied to the one above, would take a deep body's time squared. */
function gatherKeys(value: unknown, keys: string[]) {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) keys.push(key)
    gatherKeys(inner, keys)
  }
}

/** In valid JSON a quote outside of strings only begins one, and a string before a colon is a key. */
function countKeys(json: string): number {
  let keys = 0
  let start = json.indexOf('"')
  while (start !== -1) {
    let end = json.indexOf('"', start + 1)
    while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
    if (end === -1) break
    COLON.lastIndex = end + 1
    if (COLON.test(json)) keys++
    start = json.indexOf('"', end + 1)
  }
  return keys
}

const COLON = /\s*:/y

function isEscaped(json: string, quote: number): boolean {
  let first = quote
  while (json.charAt(first - 1) === '\\') first--
  return (quote - first) % 2 === 1
}
