import assert from 'node:assert/strict'
import { it } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Person } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { LOST, statuses } from '../../../desk/status.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { noSource } from '../../../questionnaire/source.ts'
import { loadModule } from '../../testing/module-loader.ts'

// Modules listen for user activity and ask for the width of the window when they are loaded.
Object.assign(globalThis, { addEventListener: () => {}, matchMedia: () => ({}) })

// A status that projects already have may be reworded or removed.
const REWORDED = 'Visit agreed'

it('a status that was reworded stays chosen, and all others can be chosen', async () => {
  const show = await shown('status-form.tsx', 'StatusForm')
  const options = (status: string) =>
    [
      ...show({ project: { id: '', status, lostReason: '', version: 1 } }).matchAll(/<option.*?<\/option>/g),
    ].map(([option]) => option)
  const others = statuses.map((status) => `<option>${status}</option>`)
  assert.deepEqual(options(REWORDED), [...others, `<option selected="">${REWORDED}</option>`])
  assert.deepEqual(options('Won'), others.with(statuses.indexOf('Won'), '<option selected="">Won</option>'))
})

it('a status badge has an inch per step, and none when lost or reworded', async () => {
  const show = await shown('badges.tsx', 'StatusBadge')
  const inches = (status: string) =>
    [...show({ status }).matchAll(/<i( class="on")?>/g)].map(([, on]) => (on ? 1 : 0)).join('')
  const steps = statuses.filter((status) => status !== LOST)
  for (const [index, status] of steps.entries())
    assert.equal(inches(status), '1'.repeat(index + 1).padEnd(steps.length, '0'))
  for (const status of [LOST, REWORDED]) assert.equal(inches(status), '0'.repeat(steps.length))
})

it('a last name is typed to erase a project, if it has one', async () => {
  const erase = await shown('erase-form.tsx', 'EraseForm')
  assert.match(erase({ project: { hasLastName: true } }), /Type the last name/)
  assert.match(erase({ project: { hasLastName: false } }), /no last name to type/)
})

it('a call sheet without questions or an e-mail address says so', async () => {
  const sheet = await shown('call-sheet.tsx', 'CallSheet')
  const project = { answers: sampleAnswers({ email: '' }), source: noSource, remodelType: '', toAsk: [] }
  assert.match(sheet({ project }), /No e-mail address.*Ask next.*answered everything/)
})

it('an address may lack its street or its town', async () => {
  const sheet = await shown('call-sheet.tsx', 'CallSheet')
  const addressIn = (given: Parameters<typeof sampleAnswers>[0]) => {
    const html = sheet({
      project: { answers: sampleAnswers(given), source: noSource, remodelType: '', toAsk: [] },
    })
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

it('a worry without a promise gets a hint, an empty one does not', async () => {
  const sheet = await shown('call-sheet.tsx', 'CallSheet')
  const untold = (worry: string) => {
    const answers = sampleAnswers({
      concernsForHavingKitchenRemodeled: worry,
      fearsForHiringKitchenRemodeler: worry,
    })
    return (
      sheet({ project: { answers, source: noSource, remodelType: '', toAsk: [] } }).match(
        /No promise is written for this/g,
      )?.length ?? 0
    )
  }
  assert.equal(untold('The dog bites'), 2)
  assert.equal(untold(''), 0)
})

it('a conflict without a known author still shows both sides', async () => {
  const notice = await shown('conflict-notice.tsx', 'ConflictNotice')
  const wanted = { kind: 'assigned', to: 'ben@example.com', version: 1 }
  const event = { kind: 'assigned', at: '2026-01-02T10:00:00Z', who: null, to: null }
  const html = notice({ wanted, project: { assignee: null, events: [event] }, people: [] })
  assert.match(html, /<dt>A colleague, Jan 2/)
  assert.match(html, /set the assignee to <b>Unassigned<\/b>/)
})

it('the chosen assignee is named before the people are loaded', async () => {
  const ben = { name: 'Ben Wu', email: 'ben@example.com' }
  const drafts = new Map([['assigned 1', { value: ben.email, version: 1 }]])
  const form = await shown('assign-form.tsx', 'AssignForm', { drafts })
  const options = (people: readonly Person[], assignee: Person | null) =>
    [...form({ project: { id: '1', assignee, version: 1 }, people }).matchAll(/<option.*?<\/option>/g)].join()
  const unassigned = '<option value="">Unassigned</option>'
  const chosen = (name: string) => `<option value="${ben.email}" selected="">${name}</option>`
  assert.equal(options([], null), `${unassigned},${chosen(ben.email)}`)
  assert.equal(options([ben], null), `${unassigned},${chosen(ben.name)}`)
  assert.equal(options([], ben), `${unassigned},${chosen(ben.name)}`)
})

it('numbers in a table have separators', async () => {
  const table = await shown('number-table.tsx', 'NumberTable')
  const html = table({ caption: '', columns: ['Day', 'Visits'], rows: [{ key: '1', cells: ['2026', 1219] }] })
  assert.match(html, /<th scope="row">2026<\/th><td>1,219<\/td>/)
})

it('the placeholder of a project is not an article', async () => {
  const screen = await shown('../screens/project-screen.tsx', 'ProjectScreen')
  const html = screen({ id: '1' })
  assert.match(html, /<h1[^>]*>Project<\/h1>/)
  assert.doesNotMatch(html, /<article/)
})

it('empty screens say what is empty', async () => {
  const data = {
    unanswered: [],
    'first-contacts': [
      { week: '2026-01-05', projects: 1, answered: 0, medianMinutes: null, worstMinutes: null },
    ],
    funnel: { steps: [], days: [{ day: '2026-01-05', started: 0, submitted: 0 }] },
  }
  const unanswered = await shown('../screens/unanswered.tsx', 'Unanswered', { data })
  const funnel = await shown('../screens/funnel-screen.tsx', 'FunnelScreen', { data })
  assert.match(
    unanswered({}),
    /No homeowner is waiting<\/h2><p>The next homeowner appears here automatically\.<\/p>/,
  )
  assert.match(
    unanswered({}),
    /Time to first contact<\/h2><p class="hint">Nothing to show yet\.<\/p><\/section>/,
  )
  assert.match(funnel({}), /No visits counted on these days<\/h2><\/div>/)
})

it('a cut list of unsent messages says so', async () => {
  const listOf = async (length: number) => {
    const unsent = { channel: 'document', state: 'dead', attempts: 1, queuedAt: '2026-01-02T10:00:00Z' }
    const messages = Array.from({ length }, (_, id) => ({ ...unsent, id }))
    const screen = await shown('../screens/deliveries.tsx', 'Deliveries', { data: { messages } })
    return screen({})
  }
  assert.doesNotMatch(await listOf(MAX_UNSENT - 1), /At least/)
  assert.match(await listOf(MAX_UNSENT), /At least 500 messages have not been sent. These are the oldest/)
})

interface Context {
  readonly drafts?: ReadonlyMap<string, unknown>
  /** Loaded responses, by their path. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Renders a component of the desk to HTML. */
async function shown(file: string, component: string, context: Context = {}) {
  const { drafts = new Map(), data = {} } = context
  const { DeskContext } = await loadModule('/desk/use-desk.ts')
  const parts = await loadModule(`/desk/parts/${file}`)
  const client = new QueryClient()
  for (const [path, value] of Object.entries(data)) client.setQueryData(['desk', path], value)
  return (props: object) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(
          MemoryRouter,
          {},
          createElement(
            DeskContext,
            { value: { drafts, person: {}, timeZone: 'UTC' } },
            createElement(parts[component], props),
          ),
        ),
      ),
    )
}
