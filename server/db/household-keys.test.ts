import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { householdEmailKey, householdKeys } from './household-keys.ts'

it('a household has the same key however its address is written', () => {
  const keys = (street: string, zip: string, email = 'Ada@Example.com ') =>
    householdKeys(sampleAnswers({ streetAddress: street, zipCode: zip, email }))
  assert.equal(keys('12 Maple Street', '62701').streetKey, keys('12  maple st.', '62701-1234').streetKey)
  assert.notEqual(keys('12 Maple Street', '62701').streetKey, keys('12 Maple Street', '10001').streetKey)
  assert.equal(keys('x', '62701').streetKey, '')
  assert.equal(keys('Elm Road', '62701').streetKey, 'elm rd|62701')
  const within = (city: string) =>
    householdKeys(sampleAnswers({ streetAddress: '12 Maple Street', zipCode: ' ', city })).streetKey
  assert.notEqual(within('Troy'), within('Utica'))
  assert.equal(keys('x', '', 'ADA@example.com').emailKey, 'ada@example.com')
  assert.equal(keys('x', '', 'ａｄａ@example.com').emailKey, 'ada@example.com')
  assert.equal(keys('12 Constructor Street', '62701').streetKey, '12 constructor st|62701')
})

it('a key fits into an index and does not end in half a character', () => {
  const long = `${'a'.repeat(299)}🏠`
  const { emailKey, streetKey } = householdKeys(
    sampleAnswers({ email: long, streetAddress: 'a1 '.repeat(9) + long }),
  )
  assert.equal(emailKey, `${'a'.repeat(299)}\ufffd`)
  assert.equal(householdEmailKey(long), emailKey)
  assert.ok(streetKey.length <= 300)
})
