import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noAnswers } from './answers.ts'
import { fields } from './fields.ts'
import { isProjectId, rowsOf, townOf, unaskedRowsOf } from './project.ts'
import { sampleAnswers } from './sample-answers.ts'
import { fieldsOf, screens } from './screens.ts'
import { lastAsking } from './testing/find-screens.ts'

it('every question on the screens has one row, with the last screen that asks it', () => {
  const rows = rowsOf(sampleAnswers(), 'Acme Kitchens')
  const asked = new Set(screens.flatMap((screen) => fieldsOf(screen)))
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...asked].toSorted())
  assert.equal(rows.find(({ name }) => name === 'email')?.screen, lastAsking('email'))
  assert.equal(
    rows.some(({ name }) => name === 'emailAddress'),
    false,
  )
})

it('a phone number has a row after the email address, only if it was given', () => {
  const [email, phone, street] = ['email', 'phone', 'streetAddress']
  const namesWith = (number: string) =>
    rowsOf(sampleAnswers({ phone: number }), '').map(({ name }): string => name)
  assert.equal(namesWith('').includes(phone), false)
  assert.match(namesWith('(217) 555-0134').join(), new RegExp([email, phone, street].join()))
  assert.deepEqual(unaskedRowsOf(sampleAnswers({ phone: '(217) 555-0134' }), ''), [])
})

it('an answer to a question on no screen has a row of its own', () => {
  assert.deepEqual(unaskedRowsOf(noAnswers, 'Acme Kitchens'), [])
  const answers = { ...noAnswers, city: 'Troy', emailAddress: 'jo@example.com' }
  assert.deepEqual(unaskedRowsOf(answers, 'Acme Kitchens'), [
    { name: 'emailAddress', question: fields.emailAddress.label, answer: 'jo@example.com' },
  ])
})

it('a town has only the parts that are answered', () => {
  const town = (city: string, state: string, zipCode: string) =>
    townOf({ ...noAnswers, city, state, zipCode })
  assert.equal(town('Troy', 'NY', '12180'), 'Troy, NY 12180')
  assert.equal(town('Troy', '', ''), 'Troy')
  assert.equal(town('', 'NY', '12180'), 'NY 12180')
  assert.equal(town('', '', ''), '')
})

it('a project id is 22 characters of base64url', () => {
  assert.ok(isProjectId('abcDEF0123456789-_abcd'))
  for (const id of ['', 'abc', '../../../../etc/passwd', `${'a'.repeat(22)}\n`, 'a'.repeat(23)]) {
    assert.equal(isProjectId(id), false, id)
  }
})
