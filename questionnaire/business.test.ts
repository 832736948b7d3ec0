import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  endsOf,
  remodelTypeKeyOf,
  remodelTypeOf,
  remodelTypes,
  replyText,
  telUrlOf,
  withBrand,
} from './business.ts'

it('a cost range may break after its dash or before its `to`', () => {
  assert.deepEqual(endsOf('$45000-85,000'), ['$45000-', '85,000'])
  assert.deepEqual(endsOf('$15,000–45,000'), ['$15,000–', '45,000'])
  assert.deepEqual(endsOf('$20,000 to $50,000'), ['$20,000', ' to $50,000'])
  for (const costRange of ['$15,000 — $45,000', '$20-50k', '$20K – $50K']) {
    assert.equal(endsOf(costRange).length, 2, costRange)
    assert.equal(endsOf(costRange).join(''), costRange)
  }
})

it('the name of the business may contain any characters', () => {
  for (const name of ['Ca$$h & Co', "$& Kitchens $'", '{brand}'])
    assert.equal(withBrand('Why {brand}? {brand}!', name), `Why ${name}? ${name}!`)
})

it('the business says when it replies, or else when it is open, or nothing', () => {
  const [replyTime, hours] = ['within 1 business day', 'Monday, 8 AM to noon']
  assert.equal(replyText({ replyTime, hours }), 'We reply within 1 business day, Monday, 8 AM to noon.')
  assert.equal(replyText({ replyTime }), 'We reply within 1 business day.')
  assert.equal(replyText({ hours }), 'We are open Monday, 8 AM to noon.')
  assert.equal(replyText({}), '')
})

it('a phone number is called by its digits', () => {
  assert.equal(telUrlOf('(253) 555-0142'), 'tel:2535550142')
  assert.equal(telUrlOf('+1 253 555 0142'), 'tel:+12535550142')
})

it('the remodel type of an answer is found', () => {
  const { upscale } = remodelTypes
  assert.equal(remodelTypeKeyOf(upscale.answer), 'upscale')
  assert.equal(remodelTypeOf(upscale.answer), upscale)
  assert.equal(remodelTypeKeyOf('Other'), undefined)
  assert.equal(remodelTypeOf('Other'), undefined)
})
