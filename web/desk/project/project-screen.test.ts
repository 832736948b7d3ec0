import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Person } from '../../../desk/api.ts'
import { statuses } from '../../../desk/status.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { noSource } from '../../../questionnaire/source.ts'
import { rendererOf } from '../testing/render.ts'

// A status that projects already have may be reworded or removed.
const REWORDED = 'Visit agreed'

it('a status that was reworded stays chosen, and all others can be chosen', async () => {
  const show = await rendererOf('project/status-form.tsx', 'StatusForm')
  const options = (status: string) => {
    const html = show({ project: { id: '', status, lostReason: '', version: 1 } })
    return [...html.matchAll(/<option.*?>(.*?)<\/option>/g)].map(([, text]) => text)
  }
  assert.deepEqual(options(REWORDED), [...statuses, REWORDED])
  assert.deepEqual(options('Won'), statuses)
  assert.match(
    show({ project: { id: '', status: REWORDED, lostReason: '', version: 1 } }),
    / selected="">Visit agreed</,
  )
})

it('a last name is typed to erase a project, if it has one', async () => {
  const erase = await rendererOf('project/erase-form.tsx', 'EraseForm')
  assert.match(erase({ project: { hasLastName: true } }), /last name to confirm/)
  assert.match(erase({ project: { hasLastName: false } }), /no last name to type/)
})

it('a call sheet without questions or an email address says so', async () => {
  const sheet = await rendererOf('project/call-sheet.tsx', 'CallSheet')
  const project = { answers: sampleAnswers({ email: '' }), source: noSource, remodelType: '', toAsk: [] }
  assert.match(sheet({ project }), /No email address.*Questions to ask.*answered everything/)
})

it('a call sheet says that the project was sent before Submit', async () => {
  const sheet = await rendererOf('project/call-sheet.tsx', 'CallSheet')
  const project = { answers: sampleAnswers(), source: noSource, remodelType: '', toAsk: [] }
  assert.match(sheet({ project: { ...project, sentEarly: true } }), /the homeowner has not pressed Submit/)
  assert.doesNotMatch(
    sheet({ project: { ...project, sentEarly: false } }),
    /the homeowner has not pressed Submit/,
  )
})

it('an address may lack its street or its town', async () => {
  const sheet = await rendererOf('project/call-sheet.tsx', 'CallSheet')
  const addressIn = (given: Parameters<typeof sampleAnswers>[0]) => {
    const html = sheet({
      project: { answers: sampleAnswers(given), source: noSource, remodelType: '', toAsk: [] },
    })
    assert.match(html, / target="_blank" rel="noreferrer">/)
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

it('the map opens in another tab without a referrer, and a phone number is dialed', async () => {
  const sheet = await rendererOf('project/call-sheet.tsx', 'CallSheet')
  const answers = sampleAnswers({ phone: '+1 (217) 555-0134 ext. 2' })
  const html = sheet({ project: { answers, source: noSource, remodelType: '', toAsk: [] } })
  assert.match(html, /<a href="[^"]*google[^"]*" target="_blank" rel="noreferrer">.*opens in a new tab/)
  assert.match(html, /<a href="tel:\+12175550134">\+1 \(217\) 555-0134 ext\. 2</)
})

it('a worry without a prepared answer gets a hint, an empty one does not', async () => {
  const sheet = await rendererOf('project/call-sheet.tsx', 'CallSheet')
  const untold = (worry: string) => {
    const answers = sampleAnswers({
      concernsForHavingKitchenRemodeled: worry,
      fearsForHiringKitchenRemodeler: worry,
    })
    return (
      sheet({ project: { answers, source: noSource, remodelType: '', toAsk: [] } }).match(
        /There is no prepared answer for this/g,
      )?.length ?? 0
    )
  }
  assert.equal(untold('The dog bites'), 2)
  assert.equal(untold(''), 0)
})

it('a conflict without a known author still shows both sides', async () => {
  const notice = await rendererOf('project/conflict-notice.tsx', 'ConflictNotice')
  const wanted = { kind: 'assigned', to: 'ben@example.com', version: 1 }
  const event = { kind: 'assigned', at: '2026-01-02T10:00:00Z', who: null, to: null }
  const html = notice({ wanted, project: { assignee: null, events: [event] }, people: [] })
  assert.match(html, /<dt>A colleague, Jan 2/)
  assert.match(html, /set the assignee to <b>Unassigned<\/b>/)
})

it('the chosen assignee is named before the people are loaded', async () => {
  const ben = { name: 'Ben Wu', email: 'ben@example.com' }
  const drafts = new Map([['assigned 1', { value: ben.email, version: 1 }]])
  const form = await rendererOf('project/assign-form.tsx', 'AssignForm', { drafts })
  const options = (people: readonly Person[], assignee: Person | null) =>
    [...form({ project: { id: '1', assignee, version: 1 }, people }).matchAll(/<option.*?<\/option>/g)].join()
  const unassigned = '<option value="">Unassigned</option>'
  const chosen = (name: string) => `<option value="${ben.email}" selected="">${name}</option>`
  assert.equal(options([], null), `${unassigned},${chosen(ben.email)}`)
  assert.equal(options([ben], null), `${unassigned},${chosen(ben.name)}`)
  assert.equal(options([], ben), `${unassigned},${chosen(ben.name)}`)
})

it('the placeholder of a project is not an article', async () => {
  const screen = await rendererOf('project/project-screen.tsx', 'ProjectScreen')
  const html = screen({ id: '1' })
  assert.match(html, /<h1[^>]*>Project<\/h1>/)
  assert.doesNotMatch(html, /<article/)
})
