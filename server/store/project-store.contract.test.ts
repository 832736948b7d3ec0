import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { answersFrom, MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource, sourceFrom } from '../../questionnaire/source.ts'
import { sampleId } from '../testing/sample-id.ts'
import { claimedFrom, type Opened, onEveryStore, submission } from '../testing/stores.ts'
import { allOf } from '../testing/test-app.ts'
import { LEASE_MS } from './delivery.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const failure = { reason: 'down', permanent: false }

/** Runs on every driver. */
const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a saved project has every answer and its time, also after reopening': async ({ store, again }) => {
    const one = submission()
    assert.equal((await store.save(one)).change, 'created')
    const [found, ...others] = await allOf(again().projects())
    assert.equal(others.length, 0)
    assert.equal(found?.id, one.id)
    assert.deepEqual(found.answers, one.answers)
    assert.ok(Math.abs(found.createdAt.getTime() - Date.now()) < MINUTE)
  },

  'the source of the first submission stays, and no other makes a revision': async ({ store, again }) => {
    const source = sourceFrom((name) => `${name} Zoë 🏡 ';--`)
    const other = sourceFrom(() => 'mail')
    const one = { ...submission(), source }
    const claimed = claimedFrom(await store.save(one))
    assert.deepEqual(claimed.project.source, source)
    await store.markSent(claimed)
    const unchanged = await store.save({ ...one, source: other })
    assert.equal(unchanged.change, 'unchanged')
    const revised = await store.save({ ...submission({ budget: 'more' }, one.id), source: other })
    assert.deepEqual(claimedFrom(revised).project.source, source)
    const older = submission()
    await store.save(older)
    const sources = new Map((await allOf(again().projects())).map((project) => [project.id, project.source]))
    assert.deepEqual([sources.get(one.id), sources.get(older.id)], [source, noSource])
  },

  'text in any script comes back unchanged': async ({ store }) => {
    const hostile = [
      `'; drop table projects;--`,
      '<script>alert(1)</script>',
      '../../etc/passwd\r\n\t\u0001\u007f',
      '👩‍👩‍👧‍👦 Zoë 日本語 ‮rtl \u2028 \ufffe \ufeff',
      '$1 {{x}} $(y) %s \\u0000 \\',
      'x'.repeat(5000),
      '𝒳'.repeat(2500),
    ]
    const answers = answersFrom((name) => hostile[fieldNames.indexOf(name) % hostile.length] ?? '')
    const claimed = claimedFrom(
      await store.save({ id: sampleId(), answers, extraAnswers: { old: 'Zoë "quoted"' } }),
    )
    assert.equal(claimed.delivery.extraAnswersJson, JSON.stringify({ old: 'Zoë "quoted"' }))
    const [found] = await allOf(store.projects())
    assert.deepEqual(found?.answers, answers)
  },

  'answers of the maximum length are stored, even if they do not compress': async ({ store }) => {
    const longest = () => randomBytes(MAX_ANSWER_LENGTH / 2).toString('hex')
    const han = Array.from({ length: 1500 }, (_, nth) => String.fromCodePoint(0x4e00 + nth)).join('')
    for (const streetAddress of [longest().replace(/.{9}/g, '$& '), han]) {
      const answers = answersFrom((name) => (name === 'streetAddress' ? streetAddress : longest()))
      const { id } = claimedFrom(await store.save({ id: sampleId(), answers, extraAnswers: {} })).project
      const kept = (await allOf(store.projects())).find((project) => project.id === id)
      assert.deepEqual(kept?.answers, answers)
    }
  },

  'the same answers again change nothing': async ({ store, wait }) => {
    const one = submission()
    const claimed = claimedFrom(await store.save(one))
    assert.deepEqual(await store.save(one), { change: 'unchanged', claim: { kind: 'busy' } })
    assert.equal(await store.markSent(claimed), true)
    wait(MINUTE)
    assert.deepEqual(await store.save(one), { change: 'unchanged', claim: { kind: 'sent' } })
    const [found, ...others] = await allOf(store.projects())
    assert.equal(others.length, 0)
    assert.deepEqual(found?.createdAt, claimed.project.createdAt)
  },

  'other answers replace the project, except createdAt, and are due as a new revision': async ({
    store,
    wait,
  }) => {
    const one = submission()
    const first = claimedFrom(await store.save(one))
    await store.markSent(first)
    wait(MINUTE)
    const saved = await store.save(submission({ budget: 'more' }, one.id))
    assert.equal(saved.change, 'revised')
    const second = claimedFrom(saved)
    assert.equal(second.delivery.revision, 2)
    assert.equal(second.delivery.sentRevision, 1)
    assert.deepEqual(second.project.createdAt, first.project.createdAt)
    const [found, ...others] = await allOf(store.projects())
    assert.equal(others.length, 0)
    assert.equal(found?.answers.budget, 'more')
    assert.deepEqual(found.createdAt, first.project.createdAt)
  },

  'another answer to a retired question is a new revision': async ({ store }) => {
    const one = { ...submission(), extraAnswers: { island: 'blue' } }
    await store.markSent(claimedFrom(await store.save(one)))
    assert.equal((await store.save(one)).change, 'unchanged')
    const edited = await store.save({ ...one, extraAnswers: { island: 'red' } })
    assert.equal(edited.change, 'revised')
    assert.equal(claimedFrom(edited).delivery.extraAnswersJson, '{"island":"red"}')
  },

  'a revision lists the fields changed since the last e-mail that was sent': async ({ store }) => {
    const one = { ...submission(), extraAnswers: { island: 'blue' } }
    const edited = async (changes = {}, island = 'blue') =>
      claimedFrom(await store.save({ ...submission(changes, one.id), extraAnswers: { island } }))
    const first = claimedFrom(await store.save(one))
    assert.equal(first.delivery.changed, '')
    await store.markSent(first)
    const second = await edited({ budget: 'more' })
    assert.equal(second.delivery.changed, 'budget')
    await store.markFailed(second, failure)
    const third = await edited({ budget: 'more' }, 'red')
    assert.deepEqual(third.delivery.changed.split(' ').toSorted(), ['budget', 'island'])
    await store.markSent(third)
    const fourth = await edited({ budget: 'more', city: 'Paris' }, 'red')
    assert.equal(fourth.delivery.changed, 'city')
  },

  'answers edited while their e-mail is being sent are due afterwards': async ({ store }) => {
    const one = submission()
    const first = claimedFrom(await store.save(one))
    const edited = await store.save(submission({ budget: 'more' }, one.id))
    assert.deepEqual(edited, { change: 'revised', claim: { kind: 'busy' } })
    assert.equal(await store.markSent(first), true)
    const [second] = await store.claimDue(5)
    assert.deepEqual([second?.delivery.revision, second?.delivery.sentRevision], [2, 1])
    assert.equal(second?.project.answers.budget, 'more')
  },

  'of many simultaneous saves and claims of one project, one gets the delivery': async ({ store, again }) => {
    const other = again()
    const one = submission()
    const saves = await Promise.all([store, other, store, other, store, other].map((each) => each.save(one)))
    assert.equal(saves.filter(({ change }) => change === 'created').length, 1)
    assert.equal(saves.filter(({ claim }) => claim.kind === 'claimed').length, 1)
    assert.equal((await allOf(store.projects())).length, 1)
    const takes = await Promise.all([store, other, store, other].map((each) => each.claim(one.id)))
    assert.ok(takes.every(({ kind }) => kind === 'busy'))
  },

  'a lease expires, and its late holder is refused': async ({ store, again, wait }) => {
    const one = submission()
    const first = claimedFrom(await store.save(one))
    assert.deepEqual(await store.claimDue(5), [])
    wait(LEASE_MS + 1)
    const [second, ...others] = await again().claimDue(5)
    assert.ok(second)
    assert.equal(others.length, 0)
    assert.equal(await store.markSent(first), false)
    assert.equal(await store.markFailed(first, failure), null)
    assert.equal(await store.markSent(second), true)
    assert.equal((await store.claim(one.id)).kind, 'sent')
  },

  'recording an outcome twice has the same result as once': async ({ store }) => {
    const [sent, failed] = [
      claimedFrom(await store.save(submission())),
      claimedFrom(await store.save(submission())),
    ]
    assert.equal(await store.markSent(sent), true)
    assert.equal(await store.markSent(sent), true)
    const note = await store.markFailed(failed, failure)
    assert.ok(note)
    assert.deepEqual(await store.markFailed(failed, failure), note)
  },

  'due deliveries are claimed oldest first where the database can sort them': async ({
    engine,
    store,
    wait,
  }) => {
    const ids = []
    for (const retryAfterMs of [600_000, 10_000, 300_000]) {
      const claimed = claimedFrom(await store.save(submission()))
      await store.markFailed(claimed, { ...failure, retryAfterMs })
      ids.push(claimed.project.id)
      wait(1000)
    }
    wait(20 * MINUTE)
    const sent = [...(await store.claimDue(1)), ...(await store.claimDue(1)), ...(await store.claimDue(1))]
    assert.deepEqual(
      sent.map(({ project }) => project.id),
      // Firestore sorts by the time of the next attempt.
      engine === 'Firestore' ? [ids[1], ids[2], ids[0]] : ids,
    )
  },

  'a failed delivery is due after its delay, and at once for a visitor': async ({ store, wait }) => {
    const one = submission()
    const next = await store.markFailed(claimedFrom(await store.save(one)), failure)
    assert.equal(next?.lastError, 'down')
    assert.equal(next.attempts, 1)
    assert.deepEqual(await store.claimDue(5), [])
    const again = claimedFrom(await store.save(one))
    await store.markFailed(again, failure)
    wait(10_000)
    const [due] = await store.claimDue(5)
    assert.equal(due?.project.id, one.id)
    assert.equal(due.delivery.attempts, 2)
  },

  'setting the clock back does not delay retries': async ({ engine, store, wait }) => {
    // Firestore has its own clock, which the operator cannot set.
    if (engine === 'Firestore') return
    const one = submission()
    await store.markFailed(claimedFrom(await store.save(one)), failure)
    for (const ms of [HOUR, 365 * 24 * HOUR]) {
      wait(-ms)
      const [due] = await store.claimDue(5)
      assert.equal(due?.project.id, one.id)
      await store.markFailed(due, failure)
      assert.deepEqual(await store.claimDue(5), [])
    }
  },

  'a permanent failure is retried late, and does not block other projects': async ({ store, wait }) => {
    const poison = submission()
    await store.markFailed(claimedFrom(await store.save(poison)), { reason: '550', permanent: true })
    wait(5 * MINUTE)
    const other = submission()
    await store.markFailed(claimedFrom(await store.save(other)), failure)
    wait(MINUTE)
    assert.deepEqual(
      (await store.claimDue(5)).map(({ project }) => project.id),
      [other.id],
    )
    wait(2 * HOUR)
    assert.deepEqual((await store.claimDue(5)).map(({ project }) => project.id).includes(poison.id), true)
  },

  'a delivery is dead after 72 hours, until the operator retries it': async ({ store, wait }) => {
    const one = submission()
    let last = await store.markFailed(claimedFrom(await store.save(one)), failure)
    wait(2 * HOUR)
    assert.deepEqual(await store.counts(), { due: 1, stuck: 1, dead: 0 })
    for (let attempt = 0; attempt < 200 && !last?.deadAt; attempt++) {
      wait(2 * HOUR)
      const [due] = await store.claimDue(5)
      assert.ok(due)
      last = await store.markFailed(due, failure)
    }
    assert.ok(last?.deadAt)
    assert.ok(last.deadAt.getTime() - last.queuedAt.getTime() >= 72 * HOUR)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
    wait(2 * HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    assert.deepEqual(
      (await allOf(store.unsent())).map(({ projectId }) => projectId),
      [one.id],
    )

    assert.equal(await store.retry('unknown'), 0)
    assert.equal(await store.retry(one.id), 1)
    const [due] = await store.claimDue(5)
    assert.ok(due)
    assert.equal(await store.markSent(due), true)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
    assert.deepEqual(await allOf(store.unsent()), [])
  },

  'a visitor can retry a dead delivery, which stays dead for the retry loop': async ({ store, wait }) => {
    const one = submission()
    await store.markFailed(claimedFrom(await store.save(one)), failure)
    assert.equal(await store.hold(), 1)
    const again = claimedFrom(await store.save(one))
    await store.markFailed(again, failure)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
    wait(2 * HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    await store.markSent(claimedFrom(await store.save(one)))
    assert.equal((await store.claim(one.id)).kind, 'sent')
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
  },

  'held deliveries are not sent until the operator retries them': async ({ store, wait }) => {
    const due = submission()
    await store.markFailed(claimedFrom(await store.save(due)), failure)
    const sent = submission()
    await store.markSent(claimedFrom(await store.save(sent)))
    assert.equal(await store.hold(), 1)
    assert.equal(await store.hold(), 0)
    wait(HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    assert.equal(await store.retry(sent.id), 0)
    assert.equal(await store.retry('all'), 1)
    assert.deepEqual(
      (await store.claimDue(5)).map(({ project }) => project.id),
      [due.id],
    )
  },

  'a suspicious project is stored, and its e-mail waits until it is released': async ({ store, wait }) => {
    const one = { ...submission(), suspicion: 'Not sent from our page' }
    assert.deepEqual(await store.save(one), { change: 'created', claim: { kind: 'sent' } })
    assert.deepEqual(await store.save(one), { change: 'unchanged', claim: { kind: 'sent' } })
    assert.deepEqual(await store.claim(one.id), { kind: 'sent' })
    const revised = await store.save(submission({ budget: 'more' }, one.id))
    assert.deepEqual(revised, { change: 'revised', claim: { kind: 'sent' } })
    wait(2 * HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
    assert.deepEqual(await allOf(store.unsent()), [])
    assert.equal(await store.countSuspicious(), 1)
    const [delivery, ...others] = await allOf(store.suspicious())
    assert.equal(others.length, 0)
    assert.deepEqual([delivery?.projectId, delivery?.suspicion], [one.id, one.suspicion])
    assert.equal((await allOf(store.projects()))[0]?.answers.budget, 'more')

    assert.equal(await store.hold(), 0)
    assert.equal(await store.retry('all'), 0)
    assert.equal(await store.retry(one.id), 1)
    assert.equal(await store.countSuspicious(), 0)
    assert.deepEqual(await store.counts(), { due: 1, stuck: 0, dead: 0 })
    const [released] = await store.claimDue(5)
    assert.equal(released?.project.id, one.id)
    assert.equal(await store.markSent(released), true)
    assert.equal(claimedFrom(await store.save(submission({ budget: 'less' }, one.id))).delivery.revision, 3)
  },

  'a suspicion does not apply to a project that is stored already': async ({ store }) => {
    const one = submission()
    await store.markSent(claimedFrom(await store.save(one)))
    const revised = { ...submission({ budget: 'more' }, one.id), suspicion: 'Not sent from our page' }
    assert.equal(claimedFrom(await store.save(revised)).delivery.suspicion, '')
  },

  'a retry by the operator leaves a delivery alone that is being sent': async ({ store }) => {
    const one = submission()
    const claimed = claimedFrom(await store.save(one))
    assert.equal(await store.retry(one.id), 0)
    assert.deepEqual(await store.claimDue(5), [])
    assert.equal(await store.markSent(claimed), true)
  },

  'a delivery held while it is being sent ends as sent or held': async ({ store, wait }) => {
    const [sent, failed] = [submission(), submission()]
    const [first, second] = [claimedFrom(await store.save(sent)), claimedFrom(await store.save(failed))]
    assert.equal(await store.hold(), 2)
    assert.equal(await store.markSent(first), true)
    assert.ok((await store.markFailed(second, failure))?.deadAt)
    assert.equal((await store.claim(sent.id)).kind, 'sent')
    wait(HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
  },

  'a settled delivery is neither due nor dead': async ({ store, wait }) => {
    const [seen, busy, edited, due] = [submission(), submission(), submission(), submission()]
    await store.markFailed(claimedFrom(await store.save(seen)), failure)
    await store.markFailed(claimedFrom(await store.save(edited)), failure)
    await store.hold()
    const sending = claimedFrom(await store.save(busy))
    const second = claimedFrom(await store.save({ ...edited, answers: sampleAnswers({ budget: '2' }) }))
    await store.markFailed(claimedFrom(await store.save(due)), failure)
    assert.equal(await store.settle('unknown'), 'none')
    assert.equal(await store.settle(due.id), 'none')
    await store.markSent(claimedFrom(await store.save(due)))
    assert.equal(await store.settle(busy.id), 'busy')
    assert.equal(await store.settle(edited.id), 'busy')
    assert.equal(await store.markSent(second), true)
    assert.equal(await store.settle(seen.id), 'settled')
    assert.equal(await store.settle(seen.id), 'none')
    assert.equal(await store.markSent(sending), true)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
    assert.equal(await store.retry('all'), 0)
    wait(HOUR)
    assert.deepEqual(await store.claimDue(5), [])
    const changed = claimedFrom(await store.save({ ...seen, answers: sampleAnswers({ budget: '1' }) }))
    assert.equal(changed.delivery.sentRevision, 1)
  },

  'a delivery held while it is being sent is neither settled nor claimed in the meantime': async ({
    store,
    again,
    wait,
  }) => {
    const [one, tried] = [submission(), submission()]
    await store.markFailed(claimedFrom(await store.save(tried)), failure)
    const sending = claimedFrom(await store.save(one))
    await store.hold()
    const operator = again()
    assert.equal(await operator.settle(one.id), 'busy')
    assert.equal(await operator.retry(one.id), 0)
    assert.equal((await operator.claim(one.id)).kind, 'busy')
    assert.equal(await store.markSent(sending), true)
    assert.equal(await operator.settle(one.id), 'none')

    // A visitor retries a held delivery, and the server never records the outcome.
    claimedFrom(await store.save(tried))
    assert.equal(await operator.settle(tried.id), 'busy')
    wait(LEASE_MS + 1000)
    assert.equal(await operator.settle(tried.id), 'settled')
  },

  'projects come oldest first, optionally since a time': async ({ store, wait }) => {
    const ids = []
    let since: Date | undefined
    for (let index = 0; index < 5; index++) {
      wait(MINUTE)
      const claimed = claimedFrom(await store.save(submission()))
      ids.push(claimed.project.id)
      if (index === 3) since = claimed.project.createdAt
    }
    assert.deepEqual(
      (await allOf(store.projects())).map(({ id }) => id),
      ids,
    )
    assert.deepEqual(
      (await allOf(store.projects(since))).map(({ id }) => id),
      ids.slice(3),
    )
  },

  'projects and deliveries of several pages each come once': async ({ store }) => {
    const all = Array.from({ length: 501 }, () => submission())
    // Few at once, because each save has a deadline of 10 s.
    for (let some = 0; some < all.length; some += 10)
      await Promise.all(all.slice(some, some + 10).map((one) => store.save(one)))
    const ids = all.map(({ id }) => id).toSorted()
    assert.deepEqual((await allOf(store.projects())).map(({ id }) => id).toSorted(), ids)
    assert.deepEqual((await allOf(store.unsent())).map(({ projectId }) => projectId).toSorted(), ids)
  },

  'an unknown id is reported as unknown': async ({ store }) => {
    assert.equal(await store.exists(sampleId()), false)
    assert.deepEqual(await store.claim(sampleId()), { kind: 'none' })
    const one = submission()
    await store.save(one)
    assert.equal(await store.exists(one.id), true)
  },

  'an id that looks like a reserved Firestore name works': async ({ store }) => {
    const id = '__aaaaaaaaaaaaaaaaaa__'
    const claimed = claimedFrom(await store.save({ ...submission(), id }))
    assert.equal((await allOf(store.projects()))[0]?.id, id)
    await store.markFailed(claimed, failure)
    assert.equal((await allOf(store.unsent()))[0]?.projectId, id)
    assert.equal(await store.retry('all'), 1)
    assert.equal((await store.claimDue(1))[0]?.project.id, id)
  },

  'the check passes for a working store': async ({ store }) => {
    await store.check()
  },
}

await onEveryStore(contract)
