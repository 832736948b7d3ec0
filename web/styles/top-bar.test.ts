import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { LAST } from '../../questionnaire/screens.ts'

// The sheet says the number itself: columns that follow from what is there would move while the page still comes.
it('the tape has a column for each step', () => {
  const sheet = readFileSync(new URL('top-bar.css', import.meta.url), 'utf8')
  const [columns] = sheet.match(/(?<=repeat\()\d+/) ?? []
  assert.equal(Number(columns), LAST, 'repeat() of .tape in web/styles/top-bar.css')
})

it('a step more than the tape has columns stays in its row', () => {
  const sheet = readFileSync(new URL('top-bar.css', import.meta.url), 'utf8')
  const [tape = ''] = sheet.match(/^\.tape \{[^}]*\}/m) ?? []
  assert.match(tape, /grid-auto-flow: column;/)
})
