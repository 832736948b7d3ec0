import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import { type Statement, sql } from '../db/sql.ts'
import { claimedFrom, type Opened, onEveryOutbox, submission } from '../testing/outbox.ts'
import { sampleId } from '../testing/sample-id.ts'
import { type ClaimedMessage, GATHER_MS, LEASE_MS, STUCK_MS } from './message.ts'
import { insertWebhookMessages } from './message-statements.ts'
import { createQueue, type Queue } from './queue.ts'

const HOUR = 3600_000
const failure = { reason: 'Answered 500', permanent: false }
const rarely = { reason: 'Answered 500', permanent: true }
const none = { due: 0, stuck: 0, dead: 0 }

const write = (db: Database, ...statements: readonly Statement[]) =>
  db.transact('test', [], () => ({ result: null, write: statements }))

const changeStatus = ({ db, now }: Opened, projectId: string) =>
  write(db, insertWebhookMessages({ projectId, event: 'project.status_changed', now: now() }, db.dialect))

const contentOf = (claimed: readonly ClaimedMessage[]) =>
  claimed.map(({ message, project }) => `${message.event} ${project?.answers.city}`)

async function claimOne(queue: Queue, channel: string): Promise<ClaimedMessage> {
  const [claimed, ...others] = await queue.claimDue(channel, 8)
  assert.equal(others.length, 0)
  if (!claimed) throw new Error('nothing claimed')
  return claimed
}

/** Saves a new project whose email has failed, and returns the email's message. */
async function saveFailing({ save, queue }: Pick<Opened, 'save' | 'queue'>, reason = failure) {
  const claimed = claimedFrom(await save(submission()))
  await queue.markFailed(claimed, reason)
  return claimed.message
}

/** A queue on a database whose changes a test delays, repeats or breaks. */
const queueOver = (db: Database, around: <T>(run: () => Promise<T>, key: string) => Promise<T>) =>
  createQueue({ ...db, transact: (key, read, decide) => around(() => db.transact(key, read, decide), key) })

await onEveryOutbox('the queue', {
  'one server at a time sends a message, until its lease ends': async (opened) => {
    const channel = await opened.addWebhook()
    await opened.save(submission())
    const [here, there] = [opened.queue, opened.again().queue]
    const claims = await Promise.all([here.claimDue(channel, 8), there.claimDue(channel, 8)])
    const [first, ...others] = claims.flat()
    assert.ok(first && others.length === 0)
    const [loser, winner] = claims[0].length > 0 ? [here, there] : [there, here]
    assert.deepEqual(await winner.claimDue(channel, 8), [])
    opened.wait(LEASE_MS + 1)
    const second = await claimOne(winner, channel)
    assert.equal(second.message.id, first.message.id)
    // The outcome of an attempt with a lost lease is ignored.
    assert.deepEqual([await loser.markSent(first), await loser.markFailed(first, failure)], [false, null])
    assert.equal((await winner.markFailed(second, failure))?.attempts, 1)
  },

  'one visitor at a time sends an email, even before it is due': async ({ save, again, queue, wait }) => {
    const one = submission()
    const first = claimedFrom(await save(one))
    const other = again()
    assert.equal((await other.save(one)).awaited[0]?.claim.kind, 'busy')
    assert.equal((await other.queue.claimLatest(one.id, 'specialist')).kind, 'busy')
    await queue.markFailed(first, rarely)
    const second = await other.queue.claimLatest(one.id, 'specialist')
    wait(LEASE_MS + 1)
    const third = await queue.claimLatest(one.id, 'specialist')
    assert.ok(second.kind === 'claimed' && third.kind === 'claimed')
    assert.equal(await other.queue.markSent(second.claimed), false)
    assert.equal(await queue.markSent(third.claimed), true)
    assert.equal((await queue.claimLatest(one.id, 'specialist')).kind, 'nothing to send')
    assert.equal((await queue.claimLatest(sampleId(), 'specialist')).kind, 'none')
  },

  'the messages of a project leave each webhook in order, and hold up no others': async (opened) => {
    const { queue, save, wait } = opened
    const [channel, quick] = [await opened.addWebhook(), await opened.addWebhook()]
    const [id, other] = [sampleId(), sampleId()]
    await save(submission({ city: 'Oldtown' }, id))
    await save(submission({ city: 'Newtown' }, id))
    await changeStatus(opened, id)
    await save(submission({ city: 'Elsewhere' }, other))
    assert.deepEqual((await queue.dueChannels()).toSorted(), [channel, quick].toSorted())
    const [first, free, ...more] = await queue.claimDue(channel, 8)
    assert.ok(first && free)
    // The message contains the project at the time of sending.
    const content = ['project.created Newtown', 'project.created Elsewhere']
    assert.deepEqual([contentOf([first, free]), more], [content, []])
    await queue.markSent(free)
    await queue.markFailed(first, failure)
    for (const one of await queue.claimDue(quick, 8)) await queue.markSent(one)
    assert.deepEqual(contentOf([await claimOne(queue, quick)]), ['project.updated Newtown'])
    const sent: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      wait(2 * 60_000)
      const next = await claimOne(queue, channel)
      if (turn === 0) assert.deepEqual([next.message.id, next.message.attempts], [first.message.id, 1])
      sent.push(next.message.event)
      await queue.markSent(next)
    }
    assert.deepEqual(sent, ['project.created', 'project.updated', 'project.status_changed'])
    assert.deepEqual(await queue.claimDue(channel, 8), [])
  },

  'a dead message holds up no other': async (opened) => {
    const { queue, save } = opened
    const channel = await opened.addWebhook()
    const id = sampleId()
    await save(submission({}, id))
    await queue.hold()
    await changeStatus(opened, id)
    const next = await claimOne(queue, channel)
    assert.equal(next.message.event, 'project.status_changed')
    assert.equal(await queue.markSent(next), true)
    assert.deepEqual((await queue.counts()).webhook, { ...none, dead: 1 })
  },

  'the messages of a webhook that is off wait until it is on, and do not count': async (opened) => {
    const { db, queue, save } = opened
    const channel = await opened.addWebhook()
    await save(submission())
    await write(db, sql`update desk_webhooks set is_on = 0`)
    assert.deepEqual([await queue.dueChannels(), await queue.claimDue(channel, 8)], [[], []])
    assert.deepEqual((await queue.counts()).webhook, none)
    await write(db, sql`update desk_webhooks set is_on = 1`)
    assert.deepEqual(await queue.dueChannels(), [channel])
    await claimOne(queue, channel)
  },

  'an outcome is recorded once, even if the response of the database was lost': async (opened) => {
    const { queue, save } = opened
    const channel = await opened.addWebhook()
    const email = claimedFrom(await save(submission()))
    const message = await claimOne(queue, channel)
    for (const claimed of [email, message]) {
      const failed = await queue.markFailed(claimed, { ...failure, retryAfterMs: HOUR })
      assert.deepEqual([failed?.attempts, failed?.lastError], [1, failure.reason])
      assert.deepEqual(await queue.markFailed(claimed, failure), failed)
    }
    opened.wait(HOUR - 1)
    assert.deepEqual(await queue.dueChannels(), [])
    opened.wait(1)
    for (const name of ['specialist', channel]) {
      const claimed = await claimOne(queue, name)
      assert.deepEqual([await queue.markSent(claimed), await queue.markSent(claimed)], [true, true])
    }
    assert.deepEqual(await Array.fromAsync(queue.unsent()), [])
    assert.equal((await queue.claimLatest(email.message.projectId, 'specialist')).kind, 'nothing to send')
  },

  'a revision is sent after the one that is in progress: the first update at once, later ones together':
    async ({ save, queue, wait }) => {
      const id = sampleId()
      const first = claimedFrom(await save(submission({}, id)))
      assert.equal((await save(submission({ city: 'Newtown' }, id))).awaited[0]?.claim.kind, 'busy')
      assert.equal(await queue.markSent(first), true)
      // The visitor whose response was lost asks again.
      assert.equal(await queue.markSent(first), true)
      const second = await claimOne(queue, 'specialist')
      assert.deepEqual(contentOf([second]), ['project.updated Newtown'])
      wait(1000)
      await save(submission({ city: 'Hightown' }, id))
      await save(submission({ city: 'Hightown', state: 'Ohio' }, id))
      assert.equal(await queue.markSent(second), true)
      assert.equal((await queue.claimLatest(id, 'specialist')).kind, 'nothing to send')
      wait(GATHER_MS - 1001)
      assert.deepEqual(await queue.claimDue('specialist', 8), [])
      wait(1)
      const third = await claimOne(queue, 'specialist')
      assert.deepEqual(contentOf([third]), ['project.updated Hightown'])
      assert.deepEqual(third.message.detail, { changed: 'city state' })
      assert.equal(third.message.id, first.message.id)
    },

  'a retry makes one message, those of a project, or all due, but none that is being sent': async (
    opened,
  ) => {
    const { queue, save } = opened
    const channel = await opened.addWebhook()
    const [one, two] = [await saveFailing(opened, rarely), await saveFailing(opened, rarely)]
    claimedFrom(await save(submission()))
    await queue.hold()
    assert.deepEqual(await queue.dueChannels(), [])
    assert.deepEqual([await queue.retry('unknown'), await queue.retry(one.id)], [0, 1])
    assert.equal((await claimOne(queue, 'specialist')).message.id, one.id)
    assert.equal(await queue.retry(two.projectId), 2)
    assert.equal((await claimOne(queue, channel)).message.projectId, two.projectId)
    assert.equal((await claimOne(queue, 'specialist')).message.id, two.id)
    assert.equal(await queue.retry('all'), 2)
    assert.equal((await queue.claimDue(channel, 8)).length, 2)
  },

  'what is held is sent only after a retry or a revision, even if it was being sent': async (opened) => {
    const { queue, save, wait } = opened
    const failed = await saveFailing(opened)
    const [sending, edited] = [claimedFrom(await save(submission())), claimedFrom(await save(submission()))]
    await save(submission({ city: 'Newtown' }, edited.message.projectId))
    assert.equal(await queue.hold(), 3)
    assert.equal(await queue.hold(), 0)
    await queue.markFailed(sending, failure)
    await queue.markSent(edited)
    wait(3 * HOUR)
    assert.deepEqual(await queue.claimDue('specialist', 8), [])
    // Not when its visitor asks once more, either.
    assert.equal((await queue.claimLatest(failed.projectId, 'specialist')).kind, 'nothing to send')
    assert.deepEqual((await queue.counts()).specialist, { ...none, dead: 3 })
    await save(submission({ city: 'Newtown' }, failed.projectId))
    wait(LEASE_MS + 1)
    const revised = await claimOne(opened.again().queue, 'specialist')
    assert.deepEqual(contentOf([revised]), ['project.updated Newtown'])
  },

  'what was held or has failed since it was found to be due is not claimed': async (opened) => {
    const { db, queue, wait } = opened
    await saveFailing(opened)
    for (const change of [
      async () => queue.markFailed(await claimOne(queue, 'specialist'), rarely),
      () => queue.hold(),
    ]) {
      wait(2 * HOUR)
      const slow = queueOver(db, async (run) => {
        await change()
        return run()
      })
      assert.deepEqual(await slow.claimDue('specialist', 8), [])
    }
  },

  'the operator settles what is dead: the email of a project, or one message': async (opened) => {
    const { queue, save } = opened
    const channel = await opened.addWebhook()
    const { id, projectId } = await saveFailing(opened)
    assert.deepEqual([await queue.settle(projectId), await queue.settle('unknown')], ['none', 'none'])
    const sending = await claimOne(queue, channel)
    await queue.hold()
    assert.equal(await queue.settle(sending.message.id), 'busy')
    await queue.markFailed(sending, failure)
    assert.deepEqual(
      [await queue.settle(sending.message.id), await queue.settle(projectId)],
      ['settled', 'settled'],
    )
    assert.deepEqual(await Array.fromAsync(queue.unsent()), [])
    assert.equal((await queue.claimLatest(projectId, 'specialist')).kind, 'nothing to send')
    // A revision after it is an update.
    const revised = claimedFrom(await save(submission({ city: 'Newtown' }, projectId)))
    assert.deepEqual([revised.message.id, revised.message.sentRevision], [id, 1])
  },

  'messages are counted by channel: due, due for an hour, dead': async (opened) => {
    const { queue, save, wait } = opened
    await opened.addWebhook()
    await saveFailing(opened)
    await queue.hold()
    await opened.addWebhook()
    await save(submission())
    wait(STUCK_MS)
    const counts = await queue.counts()
    assert.deepEqual(
      [counts.specialist, counts.webhook],
      [
        { due: 1, stuck: 0, dead: 1 },
        { due: 2, stuck: 0, dead: 1 },
      ],
    )
    wait(1)
    assert.deepEqual((await queue.counts()).webhook, { due: 2, stuck: 2, dead: 1 })
    assert.deepEqual((await queue.counts()).homeowner, none)
  },

  'on SQLite, the leases of a server that was killed end when the next one starts': async (opened) => {
    const { db, engine, queue, save } = opened
    const running = claimedFrom(await save(submission())).message
    const killed = claimedFrom(await save(submission())).message
    const token = `${hostname()}/999999999/start/1/1`
    await write(db, sql`update messages set lease_token = ${token} where message_id = ${killed.id}`)
    await queue.releaseEndedLeases()
    const claimed = await opened.again().queue.claimDue('specialist', 8)
    const ids = claimed.map(({ message }) => message.id)
    assert.deepEqual(ids, engine === 'SQLite' ? [killed.id] : [])
    assert.equal((await queue.claimLatest(running.projectId, 'specialist')).kind, 'busy')
  },

  'a claim whose response was lost does not make the next one wait': async (opened) => {
    const { projectId } = await saveFailing(opened)
    let isLosing = true
    const queue = queueOver(opened.db, async (run) => {
      const result = await run()
      if (isLosing) throw new Error('the response was lost')
      return result
    })
    await assert.rejects(queue.claimLatest(projectId, 'specialist'), /lost/)
    isLosing = false
    assert.equal((await opened.queue.claimLatest(projectId, 'specialist')).kind, 'busy')
    const claims = await Promise.all([1, 2].map(() => queue.claimLatest(projectId, 'specialist')))
    assert.deepEqual(claims.map(({ kind }) => kind).toSorted(), ['busy', 'claimed'])
  },

  'a database that decides again after a commit that went through still claims': async (opened) => {
    const { projectId } = await saveFailing(opened)
    const queue = queueOver(opened.db, (run) => run().then(run))
    assert.equal((await queue.claimLatest(projectId, 'specialist')).kind, 'claimed')
  },

  'what could be claimed is sent although other claims failed': async (opened) => {
    const [bad, good] = [await saveFailing(opened), await saveFailing(opened)]
    opened.wait(2000)
    const queue = queueOver(opened.db, async (run, key) => {
      if (key === bad.projectId) throw new Error('offline')
      return run()
    })
    assert.equal((await claimOne(queue, 'specialist')).message.id, good.id)
    await assert.rejects(queue.claimDue('specialist', 8), /offline/)
  },
})

await onEveryOutbox(
  'the queue with documents',
  {
    'a hold covers every channel but the document': async (opened) => {
      const { queue, save } = opened
      await opened.addWebhook()
      const saved = await save(submission())
      for (const name of ['document', 'specialist']) await queue.markFailed(claimedFrom(saved, name), failure)
      assert.equal(await queue.hold(), 3)
      opened.wait(HOUR)
      assert.deepEqual(await queue.dueChannels(), ['document'])
      const counts = await queue.counts()
      assert.deepEqual(counts.document, { due: 1, stuck: 0, dead: 0 })
      for (const kind of ['specialist', 'homeowner', 'webhook'] as const)
        assert.deepEqual(counts[kind], { ...none, dead: 1 }, kind)
    },

    'documents are not gathered': async ({ save, queue, wait }) => {
      const id = sampleId()
      for (const city of ['Oldtown', 'Newtown', 'Hightown', 'Downtown']) {
        wait(1000)
        const saved = await save(submission({ city }, id))
        assert.equal(await queue.markSent(claimedFrom(saved, 'document')), true)
      }
    },
  },
  { latestChannels: ['document', 'specialist'], settings: () => ({ homeownerCopy: true }) },
)
