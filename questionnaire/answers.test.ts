import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computingMs } from '../server/testing/computing.ts'
import { cleanAnswer, MAX_ANSWER_LENGTH, problemWith } from './answers.ts'
import type { Field } from './field.ts'
import { fields } from './fields.ts'
import { OTHER } from './other-answer.ts'

const text: Field = { kind: 'text', label: 'Pets' }

describe('problemWith', () => {
  it('reports a required answer of only white space as missing', () => {
    for (const answer of ['', ' ', '\n\t ', '\u3000']) {
      assert.equal(problemWith(text, answer), 'missing')
      assert.equal(problemWith({ ...text, optional: true }, answer), null)
    }
  })

  it('counts the length like the browser’s maxLength', () => {
    assert.equal(problemWith(text, 'x'.repeat(MAX_ANSWER_LENGTH)), null)
    assert.equal(problemWith(text, 'x'.repeat(MAX_ANSWER_LENGTH + 1)), 'too long')
    assert.equal(problemWith(text, '🏠'.repeat(MAX_ANSWER_LENGTH / 2)), null)
    for (const field of [text, { ...text, optional: true }] as const)
      assert.equal(problemWith(field, ' '.repeat(MAX_ANSWER_LENGTH + 1)), 'too long')
  })

  it('rejects characters that no database can store', () => {
    assert.equal(problemWith(text, 'a\0b'), 'unreadable characters')
    assert.equal(problemWith(text, 'a\ud800b'), 'unreadable characters')
  })

  it('rejects what could harm an email', () => {
    const hostile =
      'a|a@|@b|a@b,c@d|a@b;c@d|<a@b>|N <a@b>|a@[127.0.0.1]|"x y"@b|a@b\r\nBcc: v@x|a@b\u2028|a@-b|a@b-|a@b..c|a@b.|a b@c|ä@b'
    for (const address of hostile.split('|'))
      assert.equal(problemWith(fields.email, address), 'not an email address', address)
  })

  it('validates the longest email address quickly', () => {
    const longest = `${'a'.repeat(2500)}@${'a.'.repeat(1200)}`
    const ms = computingMs(() => problemWith(fields.email, longest))
    assert.ok(ms < 200, `${ms} ms`)
  })

  it('accepts a phone number however it is written, if it has enough digits', () => {
    const phone: Field = { kind: 'phone', label: 'Phone' }
    const numbers = '5550134|+1 (217) 555-0134 ext. 2|217.555.0134 x2|030/1234567|5550134 (home)'
    for (const number of numbers.split('|')) assert.equal(problemWith(phone, number), null, number)
    for (const number of ['555013', 'call me', '1-800-KITCHEN', 'jane@example.com'])
      assert.equal(problemWith(phone, number), 'not a phone number', number)
  })

  it('accepts an option only in its exact spelling', () => {
    for (const year of ['2000.0', '0x7D0', '２０００', ' 2000', '2e3']) {
      assert.equal(problemWith(fields.yearBuilt, year), 'not an option', year)
    }
    assert.equal(problemWith(fields.yearBuilt, '2000'), null)
    const [style] = fields.typeOfArchitecture.options
    for (const near of [`${style}s`, style.slice(1), style.toUpperCase()])
      assert.equal(problemWith(fields.typeOfArchitecture, near), 'not an option', near)
    assert.equal(problemWith(fields.typeOfArchitecture, style), null)
    assert.equal(problemWith(fields.remodellingExperience, OTHER), 'not an option')
  })

  it('accepts any text if the choice has Other', () => {
    for (const text of [OTHER, `${fields.remodellingReasons.options[0]} `, 'because']) {
      assert.equal(problemWith(fields.remodellingReasons, text), null, text)
    }
  })
})

describe('cleanAnswer', () => {
  it('keeps the text, except characters that cannot be stored, and makes white space empty', () => {
    assert.equal(cleanAnswer('  Ana  María \n', 'text'), '  Ana  María \n')
    assert.equal(cleanAnswer(' \n ', 'text'), '')
    assert.equal(cleanAnswer('a\0\ud800b\ud800', 'text'), 'a\ufffdb\ufffd')
    assert.equal(cleanAnswer('\ud83c\udf73', 'text'), '\ud83c\udf73')
    assert.equal(
      cleanAnswer(`${'x'.repeat(MAX_ANSWER_LENGTH - 1)}\ud83c\udf73`, 'text'),
      `${'x'.repeat(MAX_ANSWER_LENGTH - 1)}\ufffd`,
    )
  })

  it('removes invisible characters from email addresses only', () => {
    for (const copied of [
      '\u202aana@example.com\u202c',
      'ana@example.com\u200e',
      '\ufeffana@exam\u00adple.com\u00a0',
      '\u061cana@example.com\u061c',
    ]) {
      assert.equal(cleanAnswer(copied, 'email'), 'ana@example.com')
      assert.equal(cleanAnswer(copied, 'text'), copied)
    }
    for (const seen of ['ana @example.com', 'ana@\u0645\u06cc\u200c\u0645.example'])
      assert.equal(cleanAnswer(seen, 'email'), seen)
  })
})
