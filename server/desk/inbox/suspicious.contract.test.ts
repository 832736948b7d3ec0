import assert from 'node:assert/strict'
import type { SuspiciousProjects } from '../../../desk/api.ts'
import { webhookEvents } from '../../../desk/webhooks.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { SECONDS_HEADER } from '../../../questionnaire/visit-signals.ts'
import { inHours, type Opened, onEveryDatabase, testDesk } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { alertOverdue } from '../jobs/overdue-alerts.ts'

type Asking = Pick<Opened, 'ask' | 'put' | 'services'>

async function submitFast({ put }: Asking, changes = {}) {
  const id = sampleId()
  assert.equal((await put(id, sampleAnswers(changes), { [SECONDS_HEADER]: '2' })).statusCode, 201)
  return id
}

const listed = async ({ ask }: Asking): Promise<SuspiciousProjects> => (await ask('GET', 'suspicious')).json()

/** The messages that wait, such as `webhook project.created`. */
const queued = async ({ services: { queue } }: Asking) =>
  (await Array.fromAsync(queue.unsent()))
    .map(({ channel, event }) => `${channel.split(':')[0]} ${event}`)
    .toSorted()

await onEveryDatabase('Suspicious projects', {
  'have a list of their own, with the reason': async (opened) => {
    const id = await submitFast(opened, { firstName: 'Bob', city: 'Reno' })
    const { count, projects } = await listed(opened)
    assert.equal(count, 1)
    assert.partialDeepStrictEqual(projects, [
      { id, name: 'Bob Homeowner', city: 'Reno', reason: 'Sent 2 seconds after the visit began' },
    ])
    const { email, answers } = await opened.file(id)
    assert.deepEqual([email, answers.city], ['suspicious', 'Reno'])
  },

  'are in no other list, report, alert or export': async (opened) => {
    const { submit, ids, ask, desk, services, file } = opened
    const known = await submit()
    await submitFast(opened)
    assert.deepEqual(await ids(), [known])
    assert.deepEqual(await ids({ search: sampleAnswers().email }), [known])
    assert.deepEqual((await file(known)).relatedProjects, [])
    assert.equal((await ask('GET', 'unanswered')).json().length, 1)
    assert.equal((await ask('GET', 'first-contacts')).json().at(-1).projects, 1)
    assert.match((await ask('GET', 'projects.csv')).body, /End of 1 projects/)
    assert.deepEqual((await ask('GET', 'messages')).json(), [])
    assert.equal(await alertOverdue(inHours(2), { desk, alerts: services.alerts }), 1)
  },

  'move to the inbox when they are released, and what a submission sends is queued': async ({ again, t }) => {
    const opened = await testDesk(t, { db: again(), settings: { homeownerCopy: true } })
    const { ask, inbox, ids, file, emails } = opened
    await ask('POST', 'webhooks', { address: 'https://crm.example', events: webhookEvents })
    const [released, other] = [await submitFast(opened), await submitFast(opened)]
    // Neither a change at the desk nor a retry tells anyone of a suspicious project.
    await ask('POST', `projects/${released}/events`, { kind: 'contact', how: 'Called' })
    assert.equal((await ask('POST', `deliveries/${released}/retry`)).statusCode, 204)
    assert.deepEqual(
      [await queued(opened), (await inbox()).projects, (await listed(opened)).count],
      [[], [], 2],
    )

    // The second time changes nothing.
    for (const ids of [[released, sampleId()], [released]])
      assert.equal((await ask('POST', 'suspicious/release', { ids })).statusCode, 204)
    assert.deepEqual(await ids(), [released])
    assert.deepEqual(
      (await listed(opened)).projects.map(({ id }) => id),
      [other],
    )
    const { events, version } = await file(released)
    assert.partialDeepStrictEqual(events.at(-1), { kind: 'released', who: { name: 'Ada' } })
    assert.equal(version, 3)
    assert.deepEqual(await emails(), [])
    assert.deepEqual(await queued(opened), [
      'homeowner project.created',
      'specialist project.created',
      'webhook project.created',
    ])
  },

  'are erased together, except those that a colleague has released': async (opened) => {
    const { ask, projects, staff, desk, services, inbox, t } = opened
    const purge = t.mock.method(desk.db, 'purgeDeleted')
    const ids = [await submitFast(opened), await submitFast(opened), await submitFast(opened)]
    const [released = ''] = ids
    await ask('POST', 'suspicious/release', { ids: [released] })
    for (const claimed of await services.queue.claimDue('specialist', 5))
      await services.queue.markSent(claimed)
    assert.equal((await ask('POST', 'suspicious/erase', { ids })).statusCode, 204)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [released],
    )
    assert.equal(purge.mock.callCount(), 1)
    assert.equal((await listed(opened)).count, 0)
    assert.equal((await inbox()).projects.length, 1)
    const erasures = (await staff.audit.list()).filter(({ what }) => what === 'erased')
    assert.deepEqual(
      erasures.map(({ who, detail }) => [who, detail]),
      [['ada@kitchens.example', '2 suspicious projects']],
    )
    for (const ids of [undefined, 'all', ['no id'], [1], Array<string>(501).fill(released)])
      assert.equal((await ask('POST', 'suspicious/erase', { ids })).statusCode, 400)
  },
})
