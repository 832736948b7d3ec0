import assert from 'node:assert/strict'
import { LOST } from '../../../desk/status.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../../questionnaire/version.ts'
import { SECONDS_HEADER } from '../../../questionnaire/visit-signals.ts'
import { sql } from '../../store/sql/sql.ts'
import { type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { allOf } from '../../testing/test-app.ts'
import { makeSamples } from '../samples/sample-projects.ts'

const addWebhook = (
  events: string,
  isOn = 1,
) => sql`insert into desk_webhooks (id, address, events, is_on, secret, created_at)
  values (${`${events} ${isOn}`}, 'https://crm.example', ${events}, ${isOn}, '', '')`

const ALL = 'project.created project.updated project.status_changed project.erased'

const queued = async ({ services }: Opened) =>
  (await allOf(services.store.outbox.unsent())).map(({ event, projectId, detailJson }) => [
    event,
    projectId,
    JSON.parse(detailJson),
  ])

await onEveryDatabase('Events at the desk', {
  'a change of status is queued with the status before': async (opened) => {
    const { submit, ask, write } = opened
    const id = await submit()
    await write(addWebhook(ALL))
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'Calls back' })
    await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Called' })
    const lost = { kind: 'status', to: LOST, reason: 'Budget', version: 3 }
    assert.equal((await ask('POST', `projects/${id}/events`, lost)).statusCode, 200)
    assert.deepEqual(await queued(opened), [
      ['project.status_changed', id, { status: 'Contacted', previousStatus: 'New', lostReason: '' }],
      ['project.status_changed', id, { status: LOST, previousStatus: 'Contacted', lostReason: 'Budget' }],
    ])
  },

  'an erased project leaves its id alone, after a message that is being sent': async (opened) => {
    const { submit, ask, write, services } = opened
    await write(addWebhook(ALL))
    const id = await submit({ lastName: 'Oak' })
    const { outbox } = services.store
    const [channel = ''] = await outbox.dueChannels()
    const [sending] = await outbox.claimDue(channel, 1)
    await submit({ lastName: 'Oak', city: 'Newtown' }, id)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await queued(opened), [
      ['project.created', id, {}],
      ['project.erased', id, {}],
    ])
    assert.deepEqual(await outbox.claimDue(channel, 1), [])
    assert.ok(sending && (await outbox.markSent(sending)))
    const [erased] = await outbox.claimDue(channel, 1)
    assert.deepEqual([erased?.message.event, erased?.project], ['project.erased', null])
  },

  'each webhook gets the events it wants while it is on': async (opened) => {
    const { submit, write } = opened
    await write(addWebhook('project.erased'), addWebhook('project.created'), addWebhook(ALL, 0))
    const id = await submit()
    assert.deepEqual(await queued(opened), [['project.created', id, {}]])
  },

  'the messages of a webhook that is off wait until it is on again': async (opened) => {
    const { submit, write, services } = opened
    const { outbox } = services.store
    await write(addWebhook(ALL))
    await submit()
    await write(sql`update desk_webhooks set is_on = 0`)
    assert.deepEqual([await outbox.dueChannels(), (await outbox.counts()).due], [[], 0])
    await write(sql`update desk_webhooks set is_on = 1`)
    assert.deepEqual([(await outbox.dueChannels()).length, (await outbox.counts()).due], [1, 1])
  },

  'samples and suspicious projects cause no event, until one is released': async (opened) => {
    const { put, ask, write, desk } = opened
    await write(addWebhook(ALL))
    await makeSamples(desk.db, 1, new Date())
    const [sample] = await desk.db.all(sql`select project_id from desk_projects`)
    const status = { kind: 'status', to: 'Contacted', reason: '', version: 9 }
    await ask('POST', `projects/${sample?.project_id}/events`, status)
    const [released, erased] = [sampleId(), sampleId()]
    const early = { [VERSION_HEADER]: QUESTIONNAIRE_VERSION, [SECONDS_HEADER]: '0' }
    for (const id of [released, erased]) await put(id, sampleAnswers(), early)
    await ask('POST', `projects/${released}/events`, { ...status, version: 0 })
    assert.equal((await ask('POST', 'suspicious/erase', { ids: [erased] })).statusCode, 204)
    assert.deepEqual(await queued(opened), [])
    assert.equal((await ask('POST', 'suspicious/release', { ids: [released] })).statusCode, 204)
    assert.deepEqual(await queued(opened), [['project.created', released, {}]])
  },
})
