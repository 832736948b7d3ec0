import { Refusal } from './problem.ts'

const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf|UTF)-8)?$/
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** No key of ours, and each one has been somebody's way into an object's prototype. */
const POISON = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses what is not plain JSON by its headers, before a byte of the body is read. */
export function expectJson(headers: Readonly<Record<string, string | string[] | undefined>>) {
  if (!JSON_TYPE.test(String(headers['content-type']))) throw new Refusal(415)
  if (headers['content-encoding'] !== undefined) throw new Refusal(415)
}

/** JSON of which every reader would say the same: valid UTF-8, no key twice, no key that poisons. */
export function readBody(bytes: Buffer): unknown {
  try {
    const text = UTF8.decode(bytes)
    const value: unknown = JSON.parse(text)
    const keys = keysIn(text)
    if (new Set(keys).size === keys.length && !keys.some((key) => POISON.has(key))) return value
  } catch {
    // What was wrong with it is the sender's business.
  }
  throw new Refusal(400)
}

/** In valid JSON a quote outside of strings only begins one, and a string before a colon is a key. */
function keysIn(json: string): readonly string[] {
  const strings = json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/gs)
  return [...strings].flatMap(([, string = '', colon]) => (colon ? [unquoted(string)] : []))
}

const unquoted = (string: string): string =>
  string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1)
