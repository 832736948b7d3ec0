import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { computingMs } from '../testing/computing.ts'
import { FORBIDDEN_KEYS, LONGEST_BODY, readBody } from './json-body.ts'

const bytes = (json: string) => Buffer.from(json)
const hasForbidden = (json: string) => FORBIDDEN_KEYS.some((key) => json.includes(key))

it('reads any JSON as the parser does, whatever its strings look like', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
      const text = JSON.stringify(JSON.parse(json), null, space)
      fc.pre(!hasForbidden(text) && text.isWellFormed())
      assert.deepEqual(readBody(bytes(text)), JSON.parse(text))
    }),
  )
  for (const json of ['{"a":"\\\\","b":"\\":"}', '["a:", "b\\\\\\":"]', '{ "a" : {"a": 1} }', '"x"', '[]'])
    assert.deepEqual(readBody(bytes(json)), JSON.parse(json))
})

it('refuses a key that is there twice, at any depth and however it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.json({ stringUnit: 'binary' }), (name, json) => {
      const key = JSON.stringify(name)
      fc.pre(!hasForbidden(`${key}${json}`) && `${key}${json}`.isWellFormed())
      assert.deepEqual(Object.keys(Object(readBody(bytes(`{${key}:1}`)))), [name])
      for (const twice of [`{${key}:1,${key} :1}`, `{"a":[${json},{${key}:1,${key}\n:2}]}`])
        assert.throws(() => readBody(bytes(twice)))
    }),
  )
  assert.throws(() => readBody(bytes('{"a":1,"\\u0061":2}')))
})

it('refuses a key that every object has, at any depth and however it is written', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__pro\\u0074o__']
  for (const name of names) {
    assert.throws(() => readBody(bytes(`{"a":{"${name}":1}}`)), name)
    assert.doesNotThrow(() => readBody(bytes(`{"a":["${name}"]}`)), name)
  }
})

it('refuses more keys than any questionnaire has', () => {
  const withKeys = (length: number) => `{${Array.from({ length }, (_, index) => `"k${index}":1`).join()}}`
  assert.equal(Object.keys(Object(readBody(bytes(withKeys(2000))))).length, 2000)
  assert.throws(() => readBody(bytes(withKeys(2001))))
})

it('refuses more lists and records than any questionnaire has, wherever they are', () => {
  const lists = (length: number) => `["{[", ${Array.from({ length }, () => '[]').join()}, "", {}]`
  assert.doesNotThrow(() => readBody(bytes(lists(1998))))
  for (const json of [lists(1999), `${'['.repeat(10_000)}${']'.repeat(10_000)}`])
    assert.throws(() => readBody(bytes(json)))
  assert.doesNotThrow(() => readBody(bytes(JSON.stringify({ a: '{['.repeat(5000) }))))
})

it('takes the longest body apart before others notice, whatever it is full of', () => {
  for (const part of ['1,', '"",', '[],', '{},', '[', '"":', '"":1,', '\\"']) {
    const body = bytes(`[${part.repeat(LONGEST_BODY / part.length - 1)}1]`)
    const once = () =>
      computingMs(() => {
        try {
          readBody(body)
        } catch {}
      })
    const ms = Math.min(once(), once(), once())
    assert.ok(ms < 80, `${part}: ${ms} ms`)
  }
})

it('takes no longer for each key of a deep body than for one of a flat one', () => {
  const timed = (json: string) => {
    const started = performance.now()
    readBody(bytes(json))
    return performance.now() - started
  }
  const best = (json: string) => Math.min(...Array.from({ length: 5 }, () => timed(json)))
  const flat = best(`{${Array.from({ length: 2000 }, (_, index) => `"k${index}":1`).join()}}`)
  assert.ok(best(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) < Math.max(5, 10 * flat))
})
