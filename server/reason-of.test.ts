import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reasonOf } from './reason-of.ts'

it('what a mail server says is one line without addresses, and no more than one reads', () => {
  const said = `550 <ada@x.example>\r\n\u001b[31m"lost",\u2028\u0000\u202e'grace@x.example' unknown`
  assert.equal(reasonOf(new Error(said)), `550 <[address]> [31m"lost", '[address]' unknown`)
  assert.equal(reasonOf(said), reasonOf(new Error(said)))
  assert.equal(reasonOf(`${'x'.repeat(299)} ada@x.example`), `${'x'.repeat(299)} `)
  assert.equal(reasonOf(new Error('x'.repeat(5000))).length, 300)
})

it('an error tells its code and its cause, each once', () => {
  const cause = new Error('connect ECONNREFUSED')
  assert.equal(reasonOf(new Error('fetch failed', { cause })), 'fetch failed (connect ECONNREFUSED)')
  assert.equal(reasonOf(Object.assign(new Error('no'), { code: 'EAUTH' })), 'EAUTH: no')
  assert.equal(reasonOf(Object.assign(new Error('EAUTH: no'), { code: 'EAUTH' })), 'EAUTH: no')
  assert.equal(reasonOf(new TypeError()), 'TypeError')
})
