import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { LAST } from '../../questionnaire/screens.ts'

it('the tape has a column for each step', () => {
  const sheet = readFileSync(new URL('top-bar.css', import.meta.url), 'utf8')
  const [columns] = sheet.match(/(?<=repeat\()\d+/) ?? []
  assert.equal(Number(columns), LAST, 'repeat() of .tape in web/styles/top-bar.css')
})
