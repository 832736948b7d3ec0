import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Summary, UnsentMessage } from '../../desk/api.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import {
  backupText,
  budgetFitText,
  dayText,
  durationText,
  eventText,
  fullTimestampText,
  funnelText,
  messageText,
  NONE_COUNTED,
  secondsText,
  shownText,
  timestampInSentence,
  timestampText,
  waitingText,
  waitingToneOf,
} from './wording.ts'

const CHICAGO = 'America/Chicago'

it('a duration is given in minutes, then in hours, never in days', () => {
  const said = [0, 0.4, 59, 60, 61, 599, 600, 601, 1439, 60_000].map(durationText)
  assert.deepEqual(said, [
    '0 min',
    '0 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '9 h 59 min',
    '10 h',
    '10 h',
    '23 h',
    '1,000 h',
  ])
})

it('the last backup has its time, and says so if backups fail', () => {
  const now = new Date('2026-03-04T18:00:00Z')
  const text = (state: 'ok' | 'failed' | 'none', at: string | null) => backupText({ state, at }, CHICAGO, now)
  assert.equal(text('ok', '2026-03-04T09:00:00Z'), 'Last backup: today, 3:00\u00a0AM')
  assert.equal(
    text('failed', '2026-03-02T09:00:00Z'),
    'Last backup: Mar 2, 3:00\u00a0AM. Backups are failing. Ask the operator.',
  )
  assert.equal(text('failed', null), 'Last backup: none. Backups are failing. Ask the operator.')
  assert.equal(text('none', null), null)
})

it('the time on a screen is given in seconds, then in minutes', () => {
  assert.deepEqual([null, 0, 89, 90, 3600].map(secondsText), ['–', '0 s', '89 s', '2 min', '1 h'])
})

const tone = (
  waitedMinutes: number,
  { firstContactAt = null, status = 'New' }: Partial<Pick<Summary, 'firstContactAt' | 'status'>> = {},
) => waitingToneOf({ waitedMinutes, firstContactAt, status }, { warmAfter: 15, hotAfter: 60 })

it('waiting is plain until 15 minutes, warm until 60, hot after', () => {
  assert.deepEqual(
    [0, 14, 15, 59, 60, 9999].map((minutes) => tone(minutes)),
    ['plain', 'plain', 'warm', 'warm', 'hot', 'hot'],
  )
})

it('an answered or lost project does not wait', () => {
  assert.equal(tone(9999, { firstContactAt: '2026-01-01T00:00:00Z' }), null)
  assert.equal(tone(9999, { status: 'Lost' }), null)
})

it('a budget is compared with the usual cost of the wanted type', () => {
  const { major } = remodelTypes
  assert.equal(budgetFitText('within', major.answer), `Within the usual ${major.costRange}`)
  assert.equal(budgetFitText('unclear', major.answer), `Compare with the usual ${major.costRange}`)
  assert.equal(budgetFitText('above', 'a treehouse'), 'Above the usual range')
})

it('a time does not break before AM', () => {
  assert.ok(timestampText('2026-03-01T14:00:00Z', CHICAGO).endsWith('8:00\u00a0AM'))
})

it('a timestamp leaves out what is clear from today', () => {
  const now = new Date('2026-11-15T18:00:00Z')
  const said = (iso: string) => timestampText(iso, CHICAGO, now).replace(/\s/g, ' ')
  assert.equal(said('2026-11-15T15:05:00Z'), 'Today, 9:05 AM')
  assert.equal(said('2026-11-15T03:30:00Z'), 'Yesterday, 9:30 PM')
  assert.equal(said('2026-03-01T14:00:00Z'), 'Mar 1, 8:00 AM')
  assert.equal(said('2025-03-01T14:00:00Z'), 'Mar 1, 2025, 8:00 AM')
})

it('days and years are those of the time zone of the business', () => {
  const said = (zone: string) =>
    timestampText('2026-01-01T05:30:00Z', zone, new Date('2026-01-01T13:00:00Z')).replace(/\s/g, ' ')
  assert.equal(said('UTC'), 'Today, 5:30 AM')
  assert.equal(said(CHICAGO), 'Yesterday, 11:30 PM')
  assert.equal(said('Pacific/Auckland'), 'Yesterday, 6:30 PM')
  const long = timestampText('2026-01-01T05:30:00Z', CHICAGO, new Date('2026-03-01T13:00:00Z'))
  assert.equal(long.replace(/\s/g, ' '), 'Dec 31, 2025, 11:30 PM')
})

it('a full timestamp does not depend on today', () => {
  assert.equal(fullTimestampText(new Date().toISOString(), CHICAGO).includes('Today'), false)
  assert.equal(fullTimestampText('2026-11-15T15:05:00Z', CHICAGO), 'Nov 15, 2026, 9:05\u00a0AM')
})

it('inside a sentence only today and yesterday are lowercase', () => {
  const now = new Date('2026-11-15T18:00:00Z')
  const said = (iso: string) => timestampInSentence(iso, CHICAGO, now).replace(/\s/g, ' ')
  assert.equal(said('2026-11-15T15:05:00Z'), 'today, 9:05 AM')
  assert.equal(said('2026-11-15T03:30:00Z'), 'yesterday, 9:30 PM')
  assert.equal(said('2026-03-01T14:00:00Z'), 'Mar 1, 8:00 AM')
})

it('a day does not depend on the time zone', () => {
  assert.equal(dayText('2026-03-01'), 'Mar 1')
  assert.equal(dayText('2026-03-01', 'with year'), 'Mar 1, 2026')
})

const unsent: UnsentMessage = {
  id: '',
  channel: 'specialist',
  receiver: '',
  event: 'project.created',
  project: null,
  state: 'due',
  attempts: 0,
  reason: 'held by the operator',
  queuedAt: '',
  nextAttemptAt: null,
}

it('a retried message shows no reason, a held one does', () => {
  const { detail, after } = messageText(unsent)
  assert.deepEqual([detail, after], ['', ''])
  assert.equal(messageText({ ...unsent, state: 'dead' }).detail, 'held by the operator')
  const tried = (attempts: number) => messageText({ ...unsent, attempts }).after
  assert.deepEqual([tried(1), tried(2)], [' after 1 attempt', ' after 2 attempts'])
})

it('a message says what it is and where it goes', () => {
  const plain = (message: Partial<UnsentMessage>) =>
    messageText({ ...unsent, state: 'dead', ...message }).plain
  assert.equal(plain({}), 'The e-mail to the specialist was not sent.')
  assert.equal(
    plain({ channel: 'webhook', receiver: 'crm.example' }),
    'The message project.created to the webhook crm.example was not sent.',
  )
  assert.equal(
    plain({ channel: 'document', event: 'project.erased' }),
    'The deletion of the document was not sent.',
  )
})

it('a list says whether it is complete', () => {
  const said = [shownText(50, false), shownText(1, true), shownText(1200, true)]
  assert.deepEqual(said, ['50 projects shown', '1 project shown', 'All 1,200 projects shown'])
})

it('an event is described in words', () => {
  const happened = { at: '2026-01-01T00:00:00Z', who: null }
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'New', to: 'Lost', reason: 'Moved' }),
    'New → Lost: Moved',
  )
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'Lost', to: 'Lost', reason: 'Moved to Spain' }),
    'Lost: Moved to Spain',
  )
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'New', to: 'Contacted', reason: '' }),
    'New → Contacted',
  )
  assert.equal(eventText({ ...happened, kind: 'assigned', to: null }), 'Unassigned')
  const ada = { name: 'Ada', email: 'ada@example.com' }
  assert.equal(eventText({ ...happened, kind: 'assigned', to: ada }), 'Assigned to Ada')
})

it('waiting homeowners and samples are counted separately', () => {
  const waiting = (homeowners: number, samples = 0) =>
    waitingText(
      Array.from({ length: homeowners + samples }, (_, index) => ({ isSample: index >= homeowners })),
    )
  assert.equal(waiting(1), '1 homeowner waiting.')
  assert.equal(waiting(2, 1), '2 homeowners and 1 sample waiting, the longest first.')
  assert.equal(waiting(0, 1), '1 sample waiting.')
  assert.equal(waiting(200), 'At least 200 homeowners waiting, the longest first.')
})
const step = (reached: number) => ({ screen: 0, reached, left: 0, medianSeconds: null })
const day = (date: string, submitted: number) => ({ day: date, started: 0, submitted })

it('a funnel is summed up with its visits, projects and days', () => {
  const days = [day('2026-01-05', 2), day('2026-01-06', 1)]
  assert.equal(
    funnelText({ steps: [step(1), step(4)], days }),
    '4 visits, 3 projects submitted from Jan 5, 2026 to Jan 6, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(0)], days: [day('2026-01-05', 1)] }),
    '0 visits, 1 project submitted on Jan 5, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(1)], days: [day('2026-01-05', 1)] }),
    '1 visit, 1 project submitted on Jan 5, 2026.',
  )
})

it('a funnel without visits or without days says so', () => {
  assert.equal(funnelText({ steps: [step(0)], days: [day('2026-01-05', 0)] }), NONE_COUNTED)
  assert.equal(funnelText({ steps: [], days: [] }), '“From” is later than “Until”')
})
