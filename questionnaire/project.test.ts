import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noAnswers } from './answers.ts'
import { fields } from './fields.ts'
import { isProjectId, rowsOf, unaskedRowsOf } from './project.ts'
import { sampleAnswers } from './sample-answers.ts'
import { fieldsOf, screens } from './screens.ts'
import { lastAsking } from './test-screens.ts'

it('every question that is asked has one row, and leads to the last screen that asks it', () => {
  const rows = rowsOf(sampleAnswers(), 'Acme Kitchens')
  const asked = new Set(screens.flatMap((screen) => fieldsOf(screen)))
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...asked].toSorted())
  assert.equal(rows.find(({ name }) => name === 'email')?.screen, lastAsking('email'))
  assert.equal(
    rows.some(({ name }) => name === 'emailAddress'),
    false,
  )
})

it('what was answered to a question that stands on no screen has a row beside those', () => {
  assert.deepEqual(unaskedRowsOf(noAnswers, 'Acme Kitchens'), [])
  assert.deepEqual(unaskedRowsOf({ ...noAnswers, emailAddress: 'jo@example.com' }, 'Acme Kitchens'), [
    { name: 'emailAddress', question: fields.emailAddress.label, answer: 'jo@example.com' },
  ])
})

it('a question names the business that asks it', () => {
  for (const { name, question } of rowsOf(sampleAnswers(), 'Acme Kitchens'))
    assert.equal(question, fields[name].label.replace('{brand}', 'Acme Kitchens'))
})

it('an id is 22 characters of base64url, and nothing else', () => {
  assert.ok(isProjectId('abcDEF0123456789-_abcd'))
  for (const id of ['', 'abc', '../../../../etc/passwd', `${'a'.repeat(22)}\n`, 'a'.repeat(23)]) {
    assert.equal(isProjectId(id), false, id)
  }
})
