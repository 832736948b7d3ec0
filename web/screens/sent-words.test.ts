import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import { leftWords } from './sent-words.ts'

it('the screens after the last question count down to Submit', () => {
  const screens = Array.from({ length: LAST - LAST_WITH_QUESTIONS }, (_, index) => LAST - index)
  assert.deepEqual(screens.map((screen) => leftWords(screen, 'nothing')).slice(0, 3), [
    'Submit sends your answers to us',
    '1 screen left: Submit',
    '2 screens left: 1 to read, then Submit',
  ])
  assert.equal(leftWords(LAST_WITH_QUESTIONS + 1, 'changed'), '6 screens left: 5 to read, then Submit')
  assert.equal(leftWords(LAST, 'changed'), 'Submit sends your changes to us')
  assert.equal(leftWords(LAST - 1, 'saved'), 'There is nothing left to do')
})
