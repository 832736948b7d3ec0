import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Person } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { LOST, statuses } from '../../../desk/status.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { moduleLoader } from '../../testing/module-loader.ts'

// What asks the server listens for a touch of the page as soon as it is there, and a list asks how wide it is.
Object.assign(globalThis, { addEventListener: () => {}, matchMedia: () => ({}) })

// The owner may reword a status, or take one off, when projects have it already.
const REWORDED = 'Visit agreed'

it('a status that is worded otherwise today stays chosen, and all others can be', async (t) => {
  const show = await shown(t, 'status-form.tsx', 'StatusForm')
  const options = (status: string) =>
    [...show({ file: { id: '', status, lostReason: '', version: 1 } }).matchAll(/<option.*?<\/option>/g)].map(
      ([option]) => option,
    )
  const others = statuses.map((status) => `<option>${status}</option>`)
  assert.deepEqual(options(REWORDED), [...others, `<option selected="">${REWORDED}</option>`])
  assert.deepEqual(options('Won'), others.with(statuses.indexOf('Won'), '<option selected="">Won</option>'))
})

it('a status has an inch for each up to its own, and none where it is lost or worded otherwise', async (t) => {
  const show = await shown(t, 'marks.tsx', 'StatusMark')
  const inches = (status: string) =>
    [...show({ status }).matchAll(/<i( class="on")?>/g)].map(([, on]) => (on ? 1 : 0)).join('')
  const steps = statuses.filter((status) => status !== LOST)
  for (const [index, status] of steps.entries())
    assert.equal(inches(status), '1'.repeat(index + 1).padEnd(steps.length, '0'))
  for (const status of [LOST, REWORDED]) assert.equal(inches(status), '0'.repeat(steps.length))
})

it('what a server of an older version does not say is not guessed', async (t) => {
  const erase = await shown(t, 'erase-form.tsx', 'EraseForm')
  const sheet = await shown(t, 'call-sheet.tsx', 'CallSheet')
  const file = { id: '', answers: sampleAnswers({}), remodelType: '', budgetFit: 'unclear' }
  assert.match(erase({ file }), /Type the last name/)
  assert.match(erase({ file: { ...file, hasLastName: false } }), /Nobody gave a last name/)
  assert.doesNotMatch(sheet({ file }), /Ask next|answered everything/)
  assert.match(sheet({ file: { ...file, toAsk: [] } }), /Ask next.*answered everything/)
})

it('an address without a street, or without a town, is what there is of it', async (t) => {
  const sheet = await shown(t, 'call-sheet.tsx', 'CallSheet')
  const addressIn = (given: Parameters<typeof sampleAnswers>[0]) => {
    const html = sheet({ file: { answers: sampleAnswers(given), remodelType: '' } })
    const [, query, lines] = /query=([^"]*)"[^>]*>(.*?)<span/.exec(html) ?? []
    return [decodeURIComponent(query ?? ''), lines]
  }
  const town = { city: 'Salem', state: 'Oregon', zipCode: '97301' }
  const noTown = { city: '', state: '', zipCode: '' }
  const [street, place] = ['12 Maple Street', 'Salem, Oregon 97301']
  assert.deepEqual(addressIn({ streetAddress: street, ...town }), [
    `${street}, ${place}`,
    `${street}<br/>${place}`,
  ])
  assert.deepEqual(addressIn({ streetAddress: '', ...town }), [place, place])
  assert.deepEqual(addressIn({ streetAddress: street, ...noTown }), [street, street])
})

it('a worry without a promise of ours is to be told by them, unless nobody was asked for it', async (t) => {
  const sheet = await shown(t, 'call-sheet.tsx', 'CallSheet')
  const untold = (worry: string) => {
    const answers = sampleAnswers({
      concernsForHavingKitchenRemodeled: worry,
      fearsForHiringKitchenRemodeler: worry,
    })
    return sheet({ file: { answers, remodelType: '' } }).match(/No promise is written for this/g)?.length ?? 0
  }
  assert.equal(untold('The dog bites'), 2)
  assert.equal(untold(''), 0)
})

it('a conflict tells of what nobody is known to have done that somebody did it', async (t) => {
  const notice = await shown(t, 'conflict-notice.tsx', 'ConflictNotice')
  const wanted = { kind: 'assigned', to: 'ben@example.com', version: 1 }
  const told = { kind: 'assigned', at: '2026-01-02T10:00:00Z', who: null, to: null }
  const html = notice({ wanted, file: { assignee: null, events: [told] }, people: [] })
  assert.match(html, /<dt>Somebody, Jan 2/)
  assert.match(html, /gave it to <b>Nobody<\/b>/)
})

it('who is chosen is named before it is known who there is', async (t) => {
  const ben = { name: 'Ben Wu', email: 'ben@example.com' }
  const memory = new Map([['draft assigned 1', { value: ben.email, version: 1 }]])
  const form = await shown(t, 'assign-form.tsx', 'AssignForm', memory)
  const options = (people: readonly Person[], assignee: Person | null) =>
    [...form({ file: { id: '1', assignee, version: 1 }, people }).matchAll(/<option.*?<\/option>/g)].join()
  const nobody = '<option value="">Nobody</option>'
  const chosen = (name: string) => `<option value="${ben.email}" selected="">${name}</option>`
  assert.equal(options([], null), `${nobody},${chosen(ben.email)}`)
  assert.equal(options([ben], null), `${nobody},${chosen(ben.name)}`)
  assert.equal(options([], ben), `${nobody},${chosen(ben.name)}`)
})

it('a number of a table is written as in a sentence', async (t) => {
  const table = await shown(t, 'number-table.tsx', 'NumberTable')
  const html = table({ caption: '', columns: ['Day', 'Visits'], rows: [{ key: '1', cells: ['2026', 1219] }] })
  assert.match(html, /<th scope="row">2026<\/th><td>1,219<\/td>/)
})

it('what waits for a project is no article', async (t) => {
  const screen = await shown(t, '../screens/project-screen.tsx', 'ProjectScreen')
  const html = screen({ id: '1' })
  assert.match(html, /<h1[^>]*>Project<\/h1>/)
  assert.doesNotMatch(html, /<article/)
})

it('where there is nothing, nothing is said that may not be so', async (t) => {
  // Others may have been given up without a call, and other days may have visits.
  const memory = new Map<string, unknown>([['unanswered', []]])
  memory.set('funnel', { steps: [], days: [{ day: '2026-01-05', started: 0, submitted: 0 }] })
  const unanswered = await shown(t, '../screens/unanswered.tsx', 'Unanswered', memory)
  const funnel = await shown(t, '../screens/funnel-screen.tsx', 'FunnelScreen', memory)
  assert.match(unanswered({}), /Nobody is waiting<\/h2><p>Whoever comes next appears here by itself\.<\/p>/)
  assert.match(funnel({ from: '', to: '' }), /No visits counted in these days<\/h2><\/div>/)
})

it('a list of unsent e-mails that was cut says so', async (t) => {
  const memory = new Map()
  const screen = await shown(t, '../screens/deliveries.tsx', 'Deliveries', memory)
  const listing = (length: number) => {
    const unsent = { name: 'Ada', state: 'dead', attempts: 1, reason: '', queuedAt: '2026-01-02T10:00:00Z' }
    memory.set(
      'deliveries',
      Array.from({ length }, (_, projectId) => ({ ...unsent, projectId })),
    )
    return screen({})
  }
  assert.doesNotMatch(listing(MAX_UNSENT - 1), /At least/)
  assert.match(listing(MAX_UNSENT), /At least 500 e-mails have not gone out: here are the oldest/)
})

async function shown(t: TestContext, file: string, component: string, memory = new Map()) {
  const load = await moduleLoader(t)
  const { DeskContext } = await load('/desk/use-desk.ts')
  const parts = await load(`/desk/parts/${file}`)
  return (props: object) =>
    renderToStaticMarkup(
      createElement(
        DeskContext,
        { value: { memory, person: {}, timeZone: 'UTC' } },
        createElement(parts[component], props),
      ),
    )
}
