import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { answersFrom, MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { noSource, sourceFrom } from '../../questionnaire/source.ts'
import { selectProject } from '../db/project-statements.ts'
import { query, text } from '../db/rows.ts'
import { raw, sql } from '../db/sql.ts'
import { GATHER_MS } from '../outbox/message.ts'
import { insertWebhookMessages, selectMessagesOf } from '../outbox/message-statements.ts'
import { claimedFrom, type Opened, onEveryOutbox, submission, type TestOutbox } from '../testing/outbox.ts'
import { sampleId } from '../testing/sample-id.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { findBrief } from './briefs.ts'
import { eraseProject } from './erase-project.ts'
import { projectsSince } from './export-projects.ts'
import { OPERATOR, releaseProject } from './release-project.ts'
import { type Saved, saveProject } from './save-project.ts'
import { countSuspicious } from './suspicious.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const [KEY, OTHER_KEY] = ['k'.repeat(22), 'o'.repeat(22)]
const failure = { reason: 'down', permanent: false }

const settings = {
  latestChannels: ['document', 'specialist'],
  settings: () => ({ homeownerCopy: true }),
} as const

const storedIn = async ({ db }: TestOutbox) => Array.fromAsync(projectsSince(db, new Date(0)))
const projectIn = async ({ db }: TestOutbox, id: string) => (await db.all(selectProject(id)))[0]
const messagesOf = ({ db }: TestOutbox, id: string) => db.all(selectMessagesOf(id))
const channelsOf = async (opened: TestOutbox, id: string) =>
  (await messagesOf(opened, id)).map(({ channel, event }) => `${channel.split(':')[0]} ${event}`).toSorted()
const historyOf = async ({ db }: TestOutbox, id: string) =>
  (
    await db.all(
      query(sql`select kind from desk_events where project_id = ${id} order by id`, { kind: text }),
    )
  ).map(({ kind }) => kind)
/** The token of the brief in the copy that waits for a project's homeowner; `none` if no copy waits. */
const tokenOf = async (opened: TestOutbox, id: string) => {
  const copy = (await messagesOf(opened, id)).find(({ channel }) => channel === 'homeowner')
  return String(copy?.detail.token ?? 'none')
}
const write = ({ db }: TestOutbox, words: string) =>
  db.transact('test', [], () => ({ result: null, write: [raw(words)] }))

const CREATED = ['document', 'homeowner', 'specialist', 'webhook'].map(
  (channel) => `${channel} project.created`,
)

/** How each claim of what the visitor waits for went: of the document, and of the email. */
const claims = ({ awaited }: Saved) => awaited.map(({ claim }) => claim.kind)

/** Records what the visitor waits for as sent. Returns the channels. */
async function sendAwaited(saved: Saved, { queue }: TestOutbox) {
  const sent = []
  for (const { channel, claim } of saved.awaited)
    if (claim.kind === 'claimed') {
      assert.equal(await queue.markSent(claim.claimed), true)
      sent.push(channel)
    }
  return sent
}

/** Records everything that is due as sent, as the loop would. */
async function sendDue({ queue }: TestOutbox) {
  const sent = []
  for (const channel of await queue.dueChannels())
    for (const claimed of await queue.claimDue(channel, 100)) {
      assert.equal(await queue.markSent(claimed), true)
      sent.push(claimed.message)
    }
  return sent
}

/** Runs on both databases. */
const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a project is stored once, and one transaction queues a message for each channel': async (opened) => {
    await opened.addWebhook()
    const one = submission()
    // The last statement of the save fails.
    await write(opened, 'alter table desk_briefs rename to elsewhere')
    await assert.rejects(opened.save(one))
    assert.deepEqual([await storedIn(opened), await channelsOf(opened, one.id)], [[], []])
    await write(opened, 'alter table elsewhere rename to desk_briefs')

    const saved = await opened.save(one)
    assert.deepEqual([saved.change, claims(saved)], ['created', ['claimed', 'claimed']])
    const [found, ...others] = await storedIn(opened.again())
    assert.equal(others.length, 0)
    assert.deepEqual([found?.id, found?.answers, found?.createdAt], [one.id, one.answers, opened.now()])
    assert.deepEqual(await channelsOf(opened, one.id), CREATED)
    assert.deepEqual(await historyOf(opened, one.id), ['came'])
  },

  'the same answers again change nothing, and claim what is unsent': async (opened) => {
    const one = submission()
    const first = await opened.save(one)
    assert.deepEqual(claims(await opened.save(one)), ['busy', 'busy'])
    await opened.queue.markSent(claimedFrom(first, 'document'))
    await opened.queue.markFailed(claimedFrom(first), failure)
    const again = await opened.save(one)
    assert.deepEqual([again.change, claims(again)], ['unchanged', ['nothing to send', 'claimed']])
    await sendAwaited(again, opened)
    assert.deepEqual(claims(await opened.save(one)), ['nothing to send', 'nothing to send'])
    assert.equal((await projectIn(opened, one.id))?.revision, 1)
    assert.deepEqual(await historyOf(opened, one.id), ['came'])
  },

  'a save whose response was lost is claimed by the retry at once': async (opened) => {
    const { db, queue, save } = opened
    const one = submission()
    const lost: typeof db.transact = async (...change) => {
      await db.transact(...change)
      throw new Error('The connection broke')
    }
    await assert.rejects(saveProject(one, { ...settings, db: { ...db, transact: lost }, queue }))
    const saved = await save(one)
    assert.deepEqual([saved.change, claims(saved)], ['unchanged', ['claimed', 'claimed']])
  },

  'of many simultaneous saves of one project, one creates it and claims its messages': async (opened) => {
    const { save, again } = opened
    const other = again()
    const one = submission()
    const saves = await Promise.all(
      [save, other.save, save, other.save, save, other.save].map((each) => each(one)),
    )
    assert.equal(saves.filter(({ change }) => change === 'created').length, 1)
    assert.equal(saves.flatMap(claims).filter((kind) => kind === 'claimed').length, 2)
    assert.equal((await storedIn(opened)).length, 1)
    assert.equal((await messagesOf(opened, one.id)).length, 3)
  },

  'other answers replace the project, except createdAt and source': async (opened) => {
    const { save, wait } = opened
    const source = sourceFrom((name) => `${name} Zoë 🏡 ';--`)
    const other = sourceFrom(() => 'mail')
    const one = { ...submission(), source, extraAnswers: { island: 'blue' } }
    await save(one)
    const first = await projectIn(opened, one.id)
    wait(MINUTE)
    assert.equal((await save({ ...one, source: other })).change, 'unchanged')
    const edited = { ...submission({ budget: 'more' }, one.id), extraAnswers: { island: 'red' } }
    assert.equal(
      (await save({ ...edited, source: other, suspicion: 'Not submitted through our website' })).change,
      'revised',
    )
    assert.deepEqual(await projectIn(opened, one.id), {
      ...first,
      ...edited,
      source,
      revision: 2,
      updateLeavesAt: opened.now(),
    })
    // A question that is no longer asked counts too.
    assert.equal((await save({ ...edited, extraAnswers: { island: 'green' } })).change, 'revised')
    assert.deepEqual(await historyOf(opened, one.id), ['came', 'revised', 'revised'])
    await save(submission())
    assert.deepEqual(
      (await storedIn(opened)).map((project) => project.source),
      [source, noSource],
    )
  },

  'other answers need the write key or a live link to the brief, and the same answers need neither': async (
    opened,
  ) => {
    const { save, wait } = opened
    const one = { ...submission({ email: 'one@home.example' }), writeKey: KEY }
    const other = { ...submission({ email: 'other@home.example' }), writeKey: OTHER_KEY }
    await save(one)
    await save(other)
    const token = await tokenOf(opened, one.id)
    const changeWith = async (writeKey: string, budget: string) =>
      (await save({ ...submission({ email: 'one@home.example', budget }, one.id), writeKey })).change

    const stored = await projectIn(opened, one.id)
    for (const writeKey of ['', OTHER_KEY, await tokenOf(opened, other.id)]) {
      const edited = { ...submission({ email: 'stranger@home.example' }, one.id), writeKey }
      assert.deepEqual(await save(edited), { change: 'refused', awaited: [] })
      assert.equal((await save({ ...one, writeKey })).change, 'unchanged')
    }
    assert.deepEqual(await projectIn(opened, one.id), stored)
    assert.deepEqual(await historyOf(opened, one.id), ['came'])
    assert.equal(await changeWith(KEY, 'more'), 'revised')
    assert.equal(await changeWith(token, 'most'), 'revised')
    assert.equal(await changeWith(KEY, 'less'), 'revised')
    wait(92 * DAY)
    assert.equal(await changeWith(token, 'least'), 'refused')
    assert.equal(await changeWith(KEY, 'least'), 'revised')
  },

  'another email address ends the link to the brief and gets its own, up to three for each project': async (
    opened,
  ) => {
    const { save, db } = opened
    const { id } = submission()
    const tokenFor = async (email: string, of = id) => {
      await sendAwaited(await save({ ...submission({ email }, of), writeKey: KEY }), opened)
      return tokenOf(opened, of)
    }
    const [wrong, right] = ['wrong@home.example', 'right@home.example']
    const works = async (token: string) => (await findBrief(token, db, opened.now()))?.id === id
    const first = await tokenFor(wrong)
    assert.equal(await tokenFor(wrong.toUpperCase()), first)
    assert.equal(await works(first), true)
    const second = await tokenFor(right)
    assert.deepEqual([await works(first), await works(second)], [false, true])
    assert.equal((await save({ ...submission({}, id), writeKey: first })).change, 'refused')

    // Expired links count toward the daily limit of their address.
    const third = await tokenFor(wrong)
    assert.deepEqual([await works(first), await works(second), await works(third)], [false, false, true])
    assert.notEqual(await tokenFor(wrong, sampleId()), 'none')
    assert.equal(await tokenFor(wrong, sampleId()), 'none')
    assert.equal(await tokenFor('fourth@home.example'), 'none')
    assert.equal(await works(third), false)

    const { lastName } = submission().answers
    const { mailer } = tameMailer()
    await eraseProject({ id, lastName, who: 'ada@kitchens.example' }, db, mailer)
    const owners = await db.all(query(sql`select project_id from desk_briefs`, { project_id: text }))
    assert.deepEqual([owners.length, owners.some(({ project_id }) => project_id.includes(id))], [1, false])
  },

  'a project without a write key can be changed for a day, and gets the first key that is sent': async (
    opened,
  ) => {
    const { save, wait } = opened
    const { id } = submission()
    let budget = 0
    const changeWith = async (writeKey: string) =>
      (await save({ ...submission({ budget: `${++budget}` }, id), writeKey })).change
    assert.equal(await changeWith(''), 'created')
    wait(DAY - MINUTE)
    assert.equal(await changeWith(''), 'revised')
    // The link to a brief expires, so its token does not become the key.
    assert.equal(await changeWith(await tokenOf(opened, id)), 'revised')
    assert.equal(await changeWith(KEY), 'revised')
    assert.equal(await changeWith(''), 'refused')
    assert.equal(await changeWith(OTHER_KEY), 'refused')
    wait(DAY)
    assert.equal(await changeWith(KEY), 'revised')

    const late = submission()
    await save(late)
    wait(DAY)
    assert.equal(
      (await save({ ...submission({ budget: 'more' }, late.id), writeKey: KEY })).change,
      'refused',
    )
  },

  'a revision lists the fields changed since the last email that was sent': async (opened) => {
    const { save, queue, wait } = opened
    const one = { ...submission(), extraAnswers: { island: 'blue' } }
    const changedBy = async (changes = {}, island = 'blue') => {
      const claimed = claimedFrom(await save({ ...submission(changes, one.id), extraAnswers: { island } }))
      return { claimed, changed: String(claimed.message.detail.changed).split(' ').toSorted() }
    }
    await sendAwaited(await save(one), opened)
    const second = await changedBy({ budget: 'more' })
    assert.deepEqual(second.changed, ['budget'])
    await queue.markFailed(second.claimed, failure)
    wait(GATHER_MS)
    const third = await changedBy({ budget: 'more' }, 'red')
    assert.deepEqual(third.changed, ['budget', 'island'])
    await queue.markSent(third.claimed)
    wait(GATHER_MS)
    assert.deepEqual((await changedBy({ budget: 'more', city: 'Paris' }, 'red')).changed, ['city'])
  },

  'an unsent project.updated absorbs the next one, unless it is being sent or another event lies between':
    async (opened) => {
      const { save, queue, db, now, addWebhook } = opened
      const channel = await addWebhook()
      const { id } = submission()
      await save(submission({}, id))
      let nth = 0
      const revise = () => save(submission({ budget: `${++nth}` }, id))
      const queued = async () =>
        (await messagesOf(opened, id)).flatMap((one) => (one.channel === channel ? [one.event.slice(8)] : []))
      await revise()
      await revise()
      assert.deepEqual(await queued(), ['created', 'updated'])
      await db.transact(id, [], () => ({
        result: null,
        write: [
          insertWebhookMessages({ projectId: id, event: 'project.status_changed', now: now() }, db.dialect),
        ],
      }))
      await revise()
      assert.deepEqual(await queued(), ['created', 'updated', 'status_changed', 'updated'])
      opened.wait(GATHER_MS)
      for (const event of ['created', 'updated', 'status_changed', 'updated']) {
        const [claimed] = await queue.claimDue(channel, 1)
        assert.equal(claimed?.message.event, `project.${event}`)
        if (claimed && (await queued()).length > 1) await queue.markSent(claimed)
      }
      await revise()
      assert.deepEqual(await queued(), ['updated', 'updated'])
    },

  'answers sent early make a whole project, and Submit finishes it, even with the same answers': async (
    opened,
  ) => {
    const { save, again, wait } = opened
    const one = submission()
    const early = { ...one, sentEarly: true }
    const sentChannels = async () => (await sendDue(opened)).map(({ channel }) => channel)
    assert.deepEqual(await sendAwaited(await save(early), opened), ['document', 'specialist'])
    assert.equal((await save(early)).change, 'unchanged')
    assert.equal((await projectIn(opened, one.id))?.sentEarly, true)
    assert.deepEqual(await sentChannels(), [])

    const finished = await Promise.all([save(one), again().save(one)])
    assert.deepEqual(finished.flatMap(claims), Array(4).fill('nothing to send'))
    // A request that was delayed on its way.
    assert.equal(
      (await save({ ...submission({ budget: 'old' }, one.id), sentEarly: true })).change,
      'unchanged',
    )
    const { sentEarly, revision, answers } = (await projectIn(opened, one.id)) ?? {}
    assert.deepEqual([sentEarly, revision, answers], [false, 1, one.answers])
    assert.deepEqual(await historyOf(opened, one.id), ['came', 'finished'])
    assert.deepEqual(await sentChannels(), ['homeowner'])

    await sendAwaited(await save({ ...submission(), sentEarly: true }), opened)
    wait(30 * MINUTE - 1)
    assert.deepEqual(await sentChannels(), [])
    wait(1)
    assert.deepEqual(await sentChannels(), ['homeowner'])
  },

  'changes before Submit are sent in one update with those of Submit': async (opened) => {
    const { save, wait, addWebhook } = opened
    const channel = await addWebhook()
    const { id } = submission()
    const saveEarly = (changes = {}) => save({ ...submission(changes, id), sentEarly: true })
    await sendAwaited(await saveEarly(), opened)
    await sendDue(opened)
    assert.deepEqual(await sendAwaited(await saveEarly({ budget: 'more' }), opened), ['document'])
    wait(MINUTE)
    const finished = await save(submission({ budget: 'more', city: 'Paris' }, id))
    assert.deepEqual(await sendAwaited(finished, opened), ['document'])
    assert.equal((await projectIn(opened, id))?.sentEarly, false)
    const sent = (await sendDue(opened)).map((message) => message.channel)
    assert.deepEqual(sent, ['homeowner'])
    wait(GATHER_MS - MINUTE)
    const updates = await sendDue(opened)
    assert.deepEqual(updates.map((message) => message.channel).toSorted(), ['specialist', channel])
    const email = updates.find((message) => message.channel === 'specialist')
    assert.deepEqual(String(email?.detail.changed).split(' ').toSorted(), ['budget', 'city'])
  },

  'of the projects of an hour 60 get a copy, released ones included, and all leave otherwise': async (
    opened,
  ) => {
    const hasCopy = async (id: string) => (await channelsOf(opened, id)).includes('homeowner project.created')
    const saveOne = async (nth: number, suspicion = '') => {
      const one = submission({ email: `visitor${nth}@home.example` })
      await opened.save({ ...one, suspicion })
      return one.id
    }
    opened.wait(60 * MINUTE - (opened.now().getTime() % (60 * MINUTE)))
    const held = await saveOne(0, 'Not submitted through our website')
    const ids = []
    for (let nth = 1; nth <= 61; nth++) ids.push(await saveOne(nth))
    assert.deepEqual(await Promise.all(ids.map(hasCopy)), [...Array<boolean>(60).fill(true), false])
    assert.deepEqual(await channelsOf(opened, ids[60] ?? ''), [
      'document project.created',
      'specialist project.created',
    ])
    opened.wait(60 * MINUTE)
    await releaseProject(held, OPERATOR, opened)
    assert.deepEqual(await Promise.all([held, await saveOne(62)].map(hasCopy)), [false, true])
  },

  'a test of the guide is emailed to the specialist alone, also after it was released': async (opened) => {
    await opened.addWebhook()
    const test = { ...submission(), isTest: true }
    const { awaited } = await opened.save(test)
    assert.deepEqual(
      awaited.map(({ channel }) => channel),
      ['specialist'],
    )
    const held = { ...submission(), isTest: true, suspicion: 'Not submitted through our website' }
    await opened.save(held)
    await releaseProject(held.id, OPERATOR, opened)
    for (const { id } of [test, held])
      assert.deepEqual(await channelsOf(opened, id), ['specialist project.created'])
  },

  'a suspicious project is stored, queues nothing, and is released once with everything': async (opened) => {
    const { save, db, again, wait, addWebhook } = opened
    await addWebhook()
    const one = { ...submission(), suspicion: 'Not submitted through our website' }
    assert.deepEqual(await save(one), { change: 'created', awaited: [] })
    assert.deepEqual(await save(one), { change: 'unchanged', awaited: [] })
    const revised = submission({ budget: 'more' }, one.id)
    assert.deepEqual(await save(revised), { change: 'revised', awaited: [] })
    assert.deepEqual(await messagesOf(opened, one.id), [])
    assert.equal(await countSuspicious(db), 1)

    wait(MINUTE)
    const release = (server: TestOutbox) => releaseProject(one.id, OPERATOR, server)
    assert.deepEqual((await Promise.all([release(opened), release(again())])).toSorted(), [false, true])
    assert.equal(await countSuspicious(db), 0)
    assert.deepEqual(await channelsOf(opened, one.id), CREATED)
    assert.deepEqual(await historyOf(opened, one.id), ['came', 'revised', 'released'])
    const sent = await sendDue(opened)
    assert.equal(sent.length, 4)
    const saved = await save(submission({ budget: 'less' }, one.id))
    assert.equal(claimedFrom(saved).project?.revision, 3)
    assert.equal(await releaseProject(sampleId(), OPERATOR, opened), false)
  },

  'text in any script and of any length comes back unchanged': async (opened) => {
    const hostile = [
      `'; drop table projects;--`,
      '<script>alert(1)</script>',
      '../../etc/passwd\r\n\t\u0001\u007f',
      '👩‍👩‍👧‍👦 Zoë 日本語 ‮rtl \u2028 \ufffe \ufeff',
      '$1 {{x}} $(y) %s \\u0000 \\',
      '𝒳'.repeat(MAX_ANSWER_LENGTH / 2),
      // It does not compress.
      randomBytes(MAX_ANSWER_LENGTH / 2).toString('hex'),
      Array.from({ length: 1500 }, (_, nth) => String.fromCodePoint(0x4e00 + nth)).join(''),
    ]
    const longest = () => randomBytes(MAX_ANSWER_LENGTH / 2).toString('hex')
    const extraAnswers = { old: 'Zoë "quoted"' }
    for (const answers of [
      answersFrom((name) => hostile[fieldNames.indexOf(name) % hostile.length] ?? ''),
      answersFrom((name) => (name === 'streetAddress' ? longest().replace(/.{9}/g, '$& ') : longest())),
    ]) {
      const id = sampleId()
      await opened.save({ id, answers, extraAnswers })
      const found = await projectIn(opened, id)
      assert.deepEqual([found?.answers, found?.extraAnswers], [answers, extraAnswers])
    }
  },

  'projects of several pages come oldest first and once, optionally since a time': async (opened) => {
    const { db, save, wait, now } = opened
    const ids = []
    for (let nth = 0; nth < 3; nth++) {
      wait(MINUTE)
      ids.push(submission().id)
      await save(submission({}, ids.at(-1)))
    }
    const since = now()
    wait(MINUTE)
    await write(
      opened,
      `insert into projects (id, "createdAt")
        with recursive later (nth) as (select 1 union all select nth + 1 from later where nth < 501)
        select 'project ' || nth, '${now().toISOString()}' from later`,
    )
    const found = (await storedIn(opened)).map(({ id }) => id)
    assert.deepEqual(found.slice(0, 3), ids)
    assert.equal(new Set(found).size, 504)
    assert.equal((await Array.fromAsync(projectsSince(db, since))).length, 502)
  },
}

await onEveryOutbox('saving projects', contract, settings)
