import assert from 'node:assert/strict'
import type { SuspiciousProjects } from '../../../desk/api.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { SECONDS_HEADER } from '../../../questionnaire/visit-signals.ts'
import { inHours, type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { alertOverdue } from '../jobs/overdue-alerts.ts'
import { eraseOldProjects } from '../jobs/retention.ts'

async function submitFast({ put }: Opened, changes = {}) {
  const id = sampleId()
  assert.equal((await put(id, sampleAnswers(changes), { [SECONDS_HEADER]: '2' })).statusCode, 201)
  return id
}

const listed = async ({ ask }: Opened): Promise<SuspiciousProjects> => (await ask('GET', 'suspicious')).json()

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
    const { submit, inbox, ask, desk, services, file } = opened
    const known = await submit()
    await submitFast(opened)
    assert.deepEqual(
      (await inbox()).projects.map(({ id }) => id),
      [known],
    )
    assert.deepEqual(
      (await inbox({ search: sampleAnswers().email })).projects.map(({ id }) => id),
      [known],
    )
    assert.deepEqual((await file(known)).twins, [])
    assert.equal((await ask('GET', 'unanswered')).json().length, 1)
    assert.equal((await ask('GET', 'first-contacts')).json().at(-1).projects, 1)
    assert.match((await ask('GET', 'projects.csv')).body, /End of 1 projects/)
    assert.deepEqual((await ask('GET', 'deliveries')).json(), [])
    assert.equal(await alertOverdue(inHours(2), { desk, alerts: services.alerts }), 1)
  },

  'move to the inbox when they are released, and their e-mails are due at once': async (opened) => {
    const { ask, inbox, services, file } = opened
    const [released, other] = [await submitFast(opened), await submitFast(opened)]
    const answer = await ask('POST', 'suspicious/release', { ids: [released, sampleId()] })
    assert.equal(answer.statusCode, 204)
    assert.deepEqual(
      (await inbox()).projects.map(({ id }) => id),
      [released],
    )
    assert.deepEqual(
      (await listed(opened)).projects.map(({ id }) => id),
      [other],
    )
    const { events, version } = await file(released)
    assert.partialDeepStrictEqual(events.at(-1), { kind: 'released', who: { name: 'Ada' } })
    assert.equal(version, 1)
    const due = await services.store.claimDue(5)
    assert.deepEqual(
      due.map(({ project }) => project.id),
      [released],
    )
  },

  'are erased together, except those that a colleague has released': async (opened) => {
    const { ask, projects, desk, services, inbox, t } = opened
    const purge = t.mock.method(desk.db, 'purgeDeleted')
    const ids = [await submitFast(opened), await submitFast(opened), await submitFast(opened)]
    const [released = ''] = ids
    await ask('POST', 'suspicious/release', { ids: [released] })
    for (const claimed of await services.store.claimDue(5)) await services.store.markSent(claimed)
    assert.equal((await ask('POST', 'suspicious/erase', { ids })).statusCode, 204)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [released],
    )
    assert.equal(purge.mock.callCount(), 1)
    assert.equal((await listed(opened)).count, 0)
    assert.equal((await inbox()).projects.length, 1)
    const erasures = (await desk.audit.list()).filter(({ what }) => what === 'erased')
    assert.deepEqual(
      erasures.map(({ who, detail }) => [who, detail]),
      [['ada@kitchens.example', '2 suspicious projects']],
    )
    for (const ids of [undefined, 'all', ['no id'], [1], Array<string>(501).fill(released)])
      assert.equal((await ask('POST', 'suspicious/erase', { ids })).statusCode, 400)
  },

  'are erased by age like those that were e-mailed': async (opened) => {
    await submitFast(opened)
    assert.equal(await eraseOldProjects(30, inHours(31 * 24), { ...opened.services, desk: opened.desk }), 1)
    assert.deepEqual(opened.sentAlerts, [])
  },
})
