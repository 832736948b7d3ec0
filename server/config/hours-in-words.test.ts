import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readBusinessHours } from './business-hours.ts'
import { hoursInWords } from './hours-in-words.ts'

it('visitors read the business hours in words, with equal days together', () => {
  for (const [hours, words] of [
    ['Mon-Fri 08:00-18:00', 'Monday to Friday, 8 AM to 6 PM'],
    ['Mon-Fri 08:30-17:05, Sat 09:00-12:00', 'Monday to Friday, 8:30 AM to 5:05 PM; Saturday, 9 AM to noon'],
    ['Sat-Sun 13:00-17:00, Sat-Sun 10:00-12:00', 'Saturday and Sunday, 10 AM to noon and 1 PM to 5 PM'],
    [
      'Mon 12:30-13:00, Wed-Fri 12:30-13:00',
      'Monday, 12:30 PM to 1 PM; Wednesday to Friday, 12:30 PM to 1 PM',
    ],
    ['Mon-Sun 00:00-24:00', 'every day, midnight to midnight'],
  ] as const) {
    const read = readBusinessHours(hours, 'UTC')
    assert.equal(read && hoursInWords(read), words)
  }
})
