import assert from 'node:assert/strict'
import type { UnsentMessage } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { webhookEvents } from '../../../desk/webhooks.ts'
import { createMessage } from '../../outbox/message.ts'
import { insertMessage } from '../../outbox/message-statements.ts'
import { saveProject } from '../../projects/save-project.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { claimedFrom, submission } from '../../testing/outbox.ts'
import { sampleId } from '../../testing/sample-id.ts'

await onEveryDatabase('Unsent messages', {
  'of every channel are listed with the reason, and can be retried': async (opened) => {
    const { ask, inbox, submit, services } = opened
    const { queue } = services
    const listed = async (): Promise<readonly UnsentMessage[]> => (await ask('GET', 'messages')).json()
    const channels = async () => (await listed()).map(({ channel, state }) => `${channel} ${state}`)
    const emailState = async () => (await inbox()).projects[0]?.email
    await submit()
    assert.deepEqual(await listed(), [])
    await ask('POST', 'webhooks', { address: 'https://crm.example/hook', events: webhookEvents })
    const one = submission({ firstName: 'Zoë', lastName: 'Elm' })
    const saved = await saveProject(one, {
      ...services,
      latestChannels: ['document', 'specialist'],
      settings: () => ({ homeownerCopy: true }),
    })
    // Those that the visitor waits for are listed at once. The others leave within seconds.
    assert.deepEqual(await channels(), ['document due', 'specialist due'])
    assert.equal(await emailState(), 'due')

    const webhook = (await queue.dueChannels()).find((channel) => channel.startsWith('webhook')) ?? ''
    const [copy, event] = [await queue.claimDue('homeowner', 1), await queue.claimDue(webhook, 1)]
    for (const claimed of [claimedFrom(saved, 'document'), claimedFrom(saved), ...copy, ...event])
      await queue.markFailed(claimed, { reason: '451 later', permanent: true })
    const messages = await listed()
    assert.deepEqual(messages.map(({ channel, receiver }) => [channel, receiver]).toSorted(), [
      ['document', ''],
      ['homeowner', ''],
      ['specialist', ''],
      ['webhook', 'crm.example'],
    ])
    for (const { id, channel: _, receiver: __, queuedAt, nextAttemptAt, ...message } of messages) {
      assert.deepEqual(message, {
        event: 'project.created',
        project: { id: one.id, name: 'Zoë Elm' },
        state: 'due',
        attempts: 1,
        reason: '451 later',
      })
      assert.ok(Date.parse(queuedAt) <= Date.now())
      assert.ok(Date.parse(nextAttemptAt ?? '') > Date.now())
      assert.equal((await ask('POST', `messages/${id}/retry`)).statusCode, 204)
    }
    const again = await listed()
    assert.deepEqual(
      again.map(({ channel, attempts }) => [channel, attempts]),
      [
        ['document', 0],
        ['specialist', 0],
      ],
    )
    for (const { nextAttemptAt } of again) assert.ok(Date.parse(nextAttemptAt ?? '') <= Date.now() + 1000)
    // Neither a project nor the word for all messages is a message.
    for (const unknown of ['msg_unknown', 'a%00b', one.id, 'all'])
      assert.equal((await ask('POST', `messages/${unknown}/retry`)).statusCode, 404, unknown)

    await queue.hold()
    assert.deepEqual((await channels()).toSorted(), [
      'document due',
      'homeowner dead',
      'specialist dead',
      'webhook dead',
    ])
    assert.equal(await emailState(), 'dead')
  },

  'to a webhook that is off are listed only if they are dead': async ({
    ask,
    submit,
    services: { queue },
  }) => {
    await ask('POST', 'webhooks', { address: 'https://crm.example/hook', events: webhookEvents })
    await submit()
    const [webhook = ''] = await queue.dueChannels()
    const [claimed] = await queue.claimDue(webhook, 1)
    assert.ok(claimed && (await queue.markFailed(claimed, { reason: 'Answered 500', permanent: true })))
    const count = async () => (await ask('GET', 'messages')).json().length
    assert.equal(await count(), 1)
    await ask('POST', `webhooks/${webhook.replace('webhook:', '')}`, { isOn: false })
    assert.equal(await count(), 0)
    await queue.hold()
    assert.equal(await count(), 1)
  },

  'are limited to the oldest': async ({ ask, write }) => {
    const addedAt = (nth: number) => {
      const added = {
        channel: 'specialist',
        projectId: `p${nth}`,
        event: 'project.created',
        detail: {},
      } as const
      return insertMessage(createMessage({ ...added, id: `msg_${nth}` }, new Date(Date.now() - nth * 1000)))
    }
    await write(...Array.from({ length: MAX_UNSENT + 1 }, (_, nth) => addedAt(nth)))
    const ids = (await ask('GET', 'messages')).json().map(({ id }: UnsentMessage) => id)
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [MAX_UNSENT, `msg_${MAX_UNSENT}`, 'msg_1'])
  },

  'have the names of before for one more version, for emails': async ({ ask, submit, services }) => {
    const sent = await submit()
    const one = submission({ lastName: 'Elm' })
    const saved = await saveProject(one, { ...services, latestChannels: ['document', 'specialist'] })
    await services.queue.markFailed(claimedFrom(saved), { reason: '451 later', permanent: true })
    const [{ queuedAt: _, nextAttemptAt, ...delivery }, ...others] = (await ask('GET', 'deliveries')).json()
    assert.deepEqual(others, [])
    assert.deepEqual(delivery, {
      projectId: one.id,
      name: 'Jane Elm',
      state: 'due',
      attempts: 1,
      reason: '451 later',
    })
    assert.ok(Date.parse(nextAttemptAt) > Date.now())
    const retry = async (id: string) => (await ask('POST', `deliveries/${id}/retry`)).statusCode
    assert.deepEqual([await retry(one.id), await retry(sent)], [204, 204])
    assert.deepEqual([await retry(sampleId()), await retry('all'), await retry('a%00b')], [404, 404, 404])
    assert.equal((await services.queue.claimDue('specialist', 5)).length, 1)
  },
})
