import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { answersFrom, LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { allOf, temporaryDirectory } from '../test-app.ts'
import { sampleId } from '../test-sample-id.ts'
import { LEASE_MS } from './delivery.ts'
import { openFirestore } from './firestore.ts'
import { keepProjects } from './keep-projects.ts'
import { openPostgres } from './postgres.ts'
import type { ProjectStore, Saved, Taken } from './project-store.ts'
import { openSqlite } from './sqlite.ts'
import { startFirestore } from './test-firestore.ts'
import { startPostgres } from './test-postgres.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Opened {
  /** Opens the same database once more, as another server does. */
  readonly again: () => ProjectStore
  readonly store: ProjectStore
  /** Moves the clock of both. */
  readonly wait: (ms: number) => void
}

type Open = (t: TestContext) => Promise<Opened>

function opened(t: TestContext, connect: (clock: () => Date) => ProjectStore): Opened {
  let time = Date.now()
  const again = () => {
    const store = connect(() => new Date(time))
    t.after(() => store.close())
    return store
  }
  return {
    again,
    store: again(),
    wait: (ms) => {
      time += ms
    },
  }
}

const postgres = await startPostgres()
const firestore = await startFirestore()
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
  if (typeof firestore !== 'string') await firestore.close()
})

const engines: Record<string, Open | string> = {
  SQLite: async (t) => {
    const path = join(await temporaryDirectory(t), 'projects.db')
    return opened(t, (clock) => keepProjects(openSqlite(path, clock)))
  },
  PostgreSQL:
    typeof postgres === 'string'
      ? postgres
      : async (t) => {
          const url = await postgres.newDatabase()
          return opened(t, (clock) => keepProjects(openPostgres(url, clock)))
        },
  Firestore:
    typeof firestore === 'string'
      ? firestore
      : async (t) => {
          const place = { projectId: `guide-${randomUUID().slice(0, 8)}`, emulatorHost: firestore.host }
          return opened(t, (clock) => keepProjects(openFirestore(place, clock)))
        },
}

const submission = (changes = {}, id = sampleId()) => ({ id, answers: sampleAnswers(changes), unknown: {} })

function takenFrom(saved: Saved): Taken {
  assert.equal(saved.standing.kind, 'taken')
  if (saved.standing.kind !== 'taken') throw new Error('not taken')
  return saved.standing.taken
}

const failure = { reason: 'down', permanent: false }

/** The contract: one list, every driver. */
const contract: Record<string, (opened: Opened, t: TestContext) => Promise<void>> = {
  'a saved project is there with every answer and the time, also after opening again': async ({
    store,
    again,
  }) => {
    const one = submission()
    assert.equal((await store.save(one)).change, 'created')
    const [found, ...others] = await allOf(again().projects())
    assert.equal(others.length, 0)
    assert.equal(found?.id, one.id)
    assert.deepEqual(found.answers, one.answers)
    assert.ok(Math.abs(found.createdAt.getTime() - Date.now()) < MINUTE)
  },

  'text of every script and shape comes back as it was': async ({ store }) => {
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
    const taken = takenFrom(await store.save({ id: sampleId(), answers, unknown: { old: 'Zoë "quoted"' } }))
    assert.equal(taken.delivery.unknown, JSON.stringify({ old: 'Zoë "quoted"' }))
    const [found] = await allOf(store.projects())
    assert.deepEqual(found?.answers, answers)
  },

  'the longest answers are kept, also where nothing in them repeats': async ({ store }) => {
    const longest = () => randomBytes(LONGEST_ANSWER / 2).toString('hex')
    const han = Array.from({ length: 1500 }, (_, nth) => String.fromCodePoint(0x4e00 + nth)).join('')
    for (const streetAddress of [longest().replace(/.{9}/g, '$& '), han]) {
      const answers = answersFrom((name) => (name === 'streetAddress' ? streetAddress : longest()))
      const { id } = takenFrom(await store.save({ id: sampleId(), answers, unknown: {} })).project
      const kept = (await allOf(store.projects())).find((project) => project.id === id)
      assert.deepEqual(kept?.answers, answers)
    }
  },

  'the same answers again change nothing': async ({ store, wait }) => {
    const one = submission()
    const taken = takenFrom(await store.save(one))
    assert.deepEqual(await store.save(one), { change: 'unchanged', standing: { kind: 'busy' } })
    assert.equal(await store.markSent(taken), true)
    wait(MINUTE)
    assert.deepEqual(await store.save(one), { change: 'unchanged', standing: { kind: 'sent' } })
    const [found, ...others] = await allOf(store.projects())
    assert.equal(others.length, 0)
    assert.deepEqual(found?.createdAt, taken.project.createdAt)
  },

  'other answers replace the record, keep createdAt and are due as a new revision': async ({
    store,
    wait,
  }) => {
    const one = submission()
    const first = takenFrom(await store.save(one))
    await store.markSent(first)
    wait(MINUTE)
    const saved = await store.save(submission({ budget: 'more' }, one.id))
    assert.equal(saved.change, 'replaced')
    const second = takenFrom(saved)
    assert.equal(second.delivery.revision, 2)
    assert.equal(second.delivery.sentRevision, 1)
    assert.deepEqual(second.project.createdAt, first.project.createdAt)
    const [found, ...others] = await allOf(store.projects())
    assert.equal(others.length, 0)
    assert.equal(found?.answers.budget, 'more')
    assert.deepEqual(found.createdAt, first.project.createdAt)
  },

  'answers edited while their e-mail is on its way are due once it has gone': async ({ store }) => {
    const one = submission()
    const first = takenFrom(await store.save(one))
    const edited = await store.save(submission({ budget: 'more' }, one.id))
    assert.deepEqual(edited, { change: 'replaced', standing: { kind: 'busy' } })
    assert.equal(await store.markSent(first), true)
    const standing = await store.take(one.id)
    assert.equal(standing.kind, 'taken')
    const second = takenFrom({ change: 'unchanged', standing })
    assert.deepEqual([second.delivery.revision, second.delivery.sentRevision], [2, 1])
    assert.equal(second.project.answers.budget, 'more')
  },

  'of many who save or take one project at once, one may send': async ({ store, again }) => {
    const other = again()
    const one = submission()
    const saves = await Promise.all([store, other, store, other, store, other].map((each) => each.save(one)))
    assert.equal(saves.filter(({ change }) => change === 'created').length, 1)
    assert.equal(saves.filter(({ standing }) => standing.kind === 'taken').length, 1)
    assert.equal((await allOf(store.projects())).length, 1)
    const takes = await Promise.all([store, other, store, other].map((each) => each.take(one.id)))
    assert.ok(takes.every(({ kind }) => kind === 'busy'))
  },

  'a lease ends by itself, and its late holder is refused': async ({ store, again, wait }) => {
    const one = submission()
    const first = takenFrom(await store.save(one))
    assert.deepEqual(await store.takeDue(5), [])
    wait(LEASE_MS + 1)
    const [second, ...others] = await again().takeDue(5)
    assert.ok(second)
    assert.equal(others.length, 0)
    assert.equal(await store.markSent(first), false)
    assert.equal(await store.markFailed(first, failure), null)
    assert.equal(await store.markSent(second), true)
    assert.equal((await store.take(one.id)).kind, 'sent')
  },

  'what failed is due again after its back-off, and at once for a visitor': async ({ store, wait }) => {
    const one = submission()
    const next = await store.markFailed(takenFrom(await store.save(one)), failure)
    assert.equal(next?.lastError, 'down')
    assert.equal(next.attempts, 1)
    assert.deepEqual(await store.takeDue(5), [])
    const again = takenFrom(await store.save(one))
    await store.markFailed(again, failure)
    wait(10_000)
    const [due] = await store.takeDue(5)
    assert.equal(due?.project.id, one.id)
    assert.equal(due.delivery.attempts, 2)
  },

  'a permanent refusal waits long, and never blocks another project': async ({ store, wait }) => {
    const poison = submission()
    await store.markFailed(takenFrom(await store.save(poison)), { reason: '550', permanent: true })
    wait(5 * MINUTE)
    const other = submission()
    await store.markFailed(takenFrom(await store.save(other)), failure)
    wait(MINUTE)
    assert.deepEqual(
      (await store.takeDue(5)).map(({ project }) => project.id),
      [other.id],
    )
    wait(2 * HOUR)
    assert.deepEqual((await store.takeDue(5)).map(({ project }) => project.id).includes(poison.id), true)
  },

  'after 72 hours it is dead and counted, and lives again when the operator says so': async ({
    store,
    wait,
  }) => {
    const one = submission()
    let last = await store.markFailed(takenFrom(await store.save(one)), failure)
    wait(2 * HOUR)
    assert.deepEqual(await store.counts(), { due: 1, stuck: 1, dead: 0 })
    for (let attempt = 0; attempt < 200 && !last?.deadAt; attempt++) {
      wait(2 * HOUR)
      const [due] = await store.takeDue(5)
      assert.ok(due)
      last = await store.markFailed(due, failure)
    }
    assert.ok(last?.deadAt)
    assert.ok(last.deadAt.getTime() - last.queuedAt.getTime() >= 72 * HOUR)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
    wait(2 * HOUR)
    assert.deepEqual(await store.takeDue(5), [])
    assert.deepEqual(
      (await allOf(store.unsent())).map(({ projectId }) => projectId),
      [one.id],
    )

    assert.equal(await store.retry('nobody'), 0)
    assert.equal(await store.retry(one.id), 1)
    const [due] = await store.takeDue(5)
    assert.ok(due)
    assert.equal(await store.markSent(due), true)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
    assert.deepEqual(await allOf(store.unsent()), [])
  },

  'a visitor may try a dead one again, and it stays dead for the loop': async ({ store, wait }) => {
    const one = submission()
    await store.markFailed(takenFrom(await store.save(one)), failure)
    assert.equal(await store.hold(), 1)
    const again = takenFrom(await store.save(one))
    await store.markFailed(again, failure)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
    wait(2 * HOUR)
    assert.deepEqual(await store.takeDue(5), [])
    await store.markSent(takenFrom(await store.save(one)))
    assert.equal((await store.take(one.id)).kind, 'sent')
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
  },

  'what is held is not sent until retry all': async ({ store, wait }) => {
    const due = submission()
    await store.markFailed(takenFrom(await store.save(due)), failure)
    const sent = submission()
    await store.markSent(takenFrom(await store.save(sent)))
    assert.equal(await store.hold(), 1)
    wait(HOUR)
    assert.deepEqual(await store.takeDue(5), [])
    assert.equal(await store.retry('all'), 1)
    assert.deepEqual(
      (await store.takeDue(5)).map(({ project }) => project.id),
      [due.id],
    )
  },

  'what is held while it is being sent is sent when it was, and stays held when it was not': async ({
    store,
    wait,
  }) => {
    const [sent, failed] = [submission(), submission()]
    const [first, second] = [takenFrom(await store.save(sent)), takenFrom(await store.save(failed))]
    assert.equal(await store.hold(), 2)
    assert.equal(await store.markSent(first), true)
    assert.ok((await store.markFailed(second, failure))?.deadAt)
    assert.equal((await store.take(sent.id)).kind, 'sent')
    wait(HOUR)
    assert.deepEqual(await store.takeDue(5), [])
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
  },

  'what somebody has seen in the mailbox is settled, and neither due nor dead': async ({ store, wait }) => {
    const [seen, busy] = [submission(), submission()]
    await store.markFailed(takenFrom(await store.save(seen)), failure)
    await store.hold()
    const sending = takenFrom(await store.save(busy))
    assert.equal(await store.settle('nobody'), 0)
    assert.equal(await store.settle(busy.id), 0)
    assert.equal(await store.settle(seen.id), 1)
    assert.equal(await store.settle(seen.id), 0)
    assert.equal(await store.markSent(sending), true)
    assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 0 })
    assert.equal(await store.retry('all'), 0)
    wait(HOUR)
    assert.deepEqual(await store.takeDue(5), [])
    const edited = takenFrom(await store.save({ ...seen, answers: sampleAnswers({ budget: '1' }) }))
    assert.equal(edited.delivery.sentRevision, 1)
  },

  'projects come oldest first, and only those since a time': async ({ store, wait }) => {
    const ids = []
    let since: Date | undefined
    for (let index = 0; index < 5; index++) {
      wait(MINUTE)
      const taken = takenFrom(await store.save(submission()))
      ids.push(taken.project.id)
      if (index === 3) since = taken.project.createdAt
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

  'an unknown id is known to be so': async ({ store }) => {
    assert.equal(await store.isKnown(sampleId()), false)
    assert.deepEqual(await store.take(sampleId()), { kind: 'none' })
    const one = submission()
    await store.save(one)
    assert.equal(await store.isKnown(one.id), true)
  },

  'an id between underscores is an id like any other': async ({ store }) => {
    const id = '__aaaaaaaaaaaaaaaaaa__'
    const taken = takenFrom(await store.save({ ...submission(), id }))
    assert.equal((await allOf(store.projects()))[0]?.id, id)
    await store.markFailed(taken, failure)
    assert.equal((await allOf(store.unsent()))[0]?.projectId, id)
    assert.equal(await store.retry('all'), 1)
    assert.equal((await store.takeDue(1))[0]?.project.id, id)
  },

  'a usable store says so': async ({ store }) => {
    await store.check()
  },
}

for (const [engine, open] of Object.entries(engines)) {
  if (typeof open === 'string') console.log(`SKIPPED, the contract on ${engine}: ${open}`)
  describe(`kept in ${engine}`, { skip: typeof open === 'string' ? open : false }, () => {
    for (const [title, check] of Object.entries(contract)) {
      it(title, async (t) => {
        if (typeof open !== 'string') await check(await open(t), t)
      })
    }
  })
}
