import assert from 'node:assert/strict'
import { sampleId } from '../testing/sample-id.ts'
import { claimedFrom, type Opened, onEveryStore, submission } from '../testing/stores.ts'
import { allOf } from '../testing/test-app.ts'
import { LEASE_MS } from './delivery.ts'
import type { ClaimedMessage, Outbox } from './outbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const failure = { reason: 'The receiver answered 500', permanent: false }

const queued = async (outbox: Outbox) =>
  (await allOf(outbox.unsent())).map(({ event, projectId }) => [event, projectId])

async function claimOne(outbox: Outbox, channel: string): Promise<ClaimedMessage> {
  const [claimed, ...others] = await outbox.claimDue(channel, 8)
  assert.equal(others.length, 0)
  if (!claimed) throw new Error('nothing claimed')
  return claimed
}

/** Runs on every driver. */
const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a project queues one message when it is created, and one for each change': async ({
    store,
    addChannel,
    wait,
  }) => {
    await addChannel()
    const { id } = submission()
    await store.save(submission({}, id))
    await store.save(submission({}, id))
    wait(1)
    await store.save(submission({ city: 'Newtown' }, id))
    assert.deepEqual(await queued(store.outbox), [
      ['project.created', id],
      ['project.updated', id],
    ])
    // The e-mail has its own record.
    assert.deepEqual(await store.counts(), { due: 1, stuck: 0, dead: 0 })
    assert.deepEqual(await store.outbox.counts(), { due: 2, stuck: 0, dead: 0 })
  },

  'a suspicious project queues nothing until it is released': async ({ store, addChannel }) => {
    await addChannel()
    const id = sampleId()
    await store.save({ ...submission({}, id), suspicion: 'Sent too soon' })
    await store.save(submission({ city: 'Newtown' }, id))
    assert.deepEqual(await queued(store.outbox), [])
    assert.equal(await store.retry(id), 1)
    assert.deepEqual(await queued(store.outbox), [['project.created', id]])
  },

  'a message is claimed with its project, and deleted once it is sent': async ({ store, addChannel }) => {
    const channel = await addChannel()
    const { id } = submission()
    await store.save(submission({ city: 'Newtown' }, id))
    assert.deepEqual(await store.outbox.dueChannels(), [channel])
    const claimed = await claimOne(store.outbox, channel)
    assert.deepEqual([claimed.message.event, claimed.message.channel], ['project.created', channel])
    assert.equal(claimed.project?.answers.city, 'Newtown')
    assert.equal(await store.outbox.markSent(claimed), true)
    // Its response may have been lost.
    assert.equal(await store.outbox.markSent(claimed), true)
    assert.deepEqual([await queued(store.outbox), await store.outbox.dueChannels()], [[], []])
    // Not the e-mail.
    assert.equal((await store.counts()).due, 1)
  },

  'the messages of a project leave one after the other, under the same id at every attempt': async ({
    store: { save, outbox },
    addChannel,
    wait,
  }) => {
    const channel = await addChannel()
    const id = sampleId()
    for (const city of ['Newtown', 'Oldtown', 'Hightown']) {
      await save(submission({ city }, id))
      wait(1)
    }
    const other = sampleId()
    await save(submission({}, other))
    const both = await outbox.claimDue(channel, 8)
    assert.deepEqual(both.map(({ message }) => message.projectId).toSorted(), [id, other].toSorted())
    const first = both.find(({ message }) => message.projectId === id)
    assert.ok(first)
    assert.deepEqual(await outbox.claimDue(channel, 8), [])
    await outbox.markFailed(first, failure)
    wait(3 * MINUTE)
    const again = (await outbox.claimDue(channel, 8)).filter(({ message }) => message.projectId === id)
    assert.deepEqual(
      again.map(({ message }) => [message.id, message.event, message.attempts]),
      [[first.message.id, 'project.created', 1]],
    )
    if (again[0]) await outbox.markSent(again[0])
    const cities = []
    for (let turn = 0; turn < 2; turn++) {
      wait(3 * MINUTE)
      const next = (await outbox.claimDue(channel, 8)).find(({ message }) => message.projectId === id)
      assert.equal(next?.message.event, 'project.updated')
      if (next) await outbox.markSent(next)
      cities.push(next?.project?.answers.city)
    }
    // The content is that of the moment when it is sent.
    assert.deepEqual(cities, ['Hightown', 'Hightown'])
  },

  'two servers never send a message at once, and a lease ends': async ({
    store,
    again,
    addChannel,
    wait,
  }) => {
    const channel = await addChannel()
    const other = again().outbox
    await store.save(submission())
    const [mine, theirs] = await Promise.all([store.outbox.claimDue(channel, 8), other.claimDue(channel, 8)])
    assert.equal(mine.length + theirs.length, 1)
    wait(LEASE_MS + 1000)
    const first = mine[0] ?? theirs[0]
    const second = await claimOne(mine[0] ? other : store.outbox, channel)
    assert.ok(first)
    const loser = mine[0] ? store.outbox : other
    assert.equal(first.message.id, second.message.id)
    assert.equal(await loser.markSent(first), false)
    assert.equal(await loser.markFailed(first, failure), null)
    assert.equal(await (mine[0] ? other : store.outbox).markSent(second), true)
  },

  'a failed message is due later, and not before the receiver asked for': async ({
    store: { save, outbox },
    addChannel,
    wait,
  }) => {
    const channel = await addChannel()
    await save(submission())
    const claimed = await claimOne(outbox, channel)
    const failed = await outbox.markFailed(claimed, { ...failure, retryAfterMs: 10 * MINUTE })
    assert.equal(failed?.lastError, 'The receiver answered 500')
    // The response of the first call may have been lost.
    assert.deepEqual(await outbox.markFailed(claimed, failure), failed)
    wait(9 * MINUTE)
    assert.deepEqual(await outbox.claimDue(channel, 8), [])
    wait(2 * MINUTE)
    await claimOne(outbox, channel)
  },

  'after 72 hours a message is dead, holds up no later one, and can be retried': async ({
    store: { save, outbox },
    addChannel,
    wait,
  }) => {
    const channel = await addChannel()
    const id = sampleId()
    await save(submission({}, id))
    let last = await claimOne(outbox, channel)
    for (let attempt = 0; attempt < 20; attempt++) {
      await outbox.markFailed(last, failure)
      if ((await outbox.counts()).dead === 1) break
      wait(8 * HOUR)
      last = await claimOne(outbox, channel)
    }
    assert.deepEqual(await outbox.counts(), { due: 0, stuck: 0, dead: 1 })
    await save(submission({ city: 'Newtown' }, id))
    const updated = await claimOne(outbox, channel)
    assert.equal(updated.message.event, 'project.updated')
    await outbox.markSent(updated)
    assert.equal(await outbox.retry(last.message.id), 1)
    assert.equal(await outbox.retry('msg_unknown'), 0)
    assert.deepEqual(await outbox.counts(), { due: 1, stuck: 1, dead: 0 })
    await outbox.markSent(await claimOne(outbox, channel))
    assert.equal(await outbox.retry('all'), 0)
  },

  'nothing is queued by an e-mail that is sent or fails': async ({ store, addChannel }) => {
    const channel = await addChannel()
    const sent = claimedFrom(await store.save(submission()))
    await store.markSent(sent)
    const failed = claimedFrom(await store.save(submission()))
    await store.markFailed(failed, failure)
    await store.retry('all')
    assert.equal((await store.outbox.claimDue(channel, 8)).length, 2)
    assert.equal((await queued(store.outbox)).length, 2)
  },
}

await onEveryStore(contract)
