import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { raw, type Statement, sql } from '../../store/sql/sql.ts'
import { testDesk } from '../../testing/desk.ts'
import { eventually } from '../../testing/server-process.ts'
import { createDesk, type Desk } from '../desk.ts'
import { type DeskJobsServices, startDeskJobs } from './desk-jobs.ts'

/** What is tried again in five seconds is tried again soon. */
function hurry(t: TestContext) {
  const { setTimeout } = globalThis
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, ms === 5000 ? 100 : ms),
  )
}

it('words of older rules are filed anew although the database went away in the middle', async (t) => {
  const { desk, services, submit, lines } = await testDesk(t)
  await submit()
  const write = [sql`delete from desk_word_rules`]
  await desk.db.transact('test', [], () => ({ result: null, write }))
  let times = 0
  const db: typeof desk.db = {
    ...desk.db,
    transact: (key, ...rest) =>
      key === 'backfill' && ++times === 2
        ? Promise.reject(new Error('down'))
        : desk.db.transact(key, ...rest),
  }
  const waking = createDesk(db, desk.hours, services.log)
  hurry(t)
  const work = startDeskJobs({ ...services, desk: waking, isAlarmHeard: false, retentionDays: 0 })
  t.after(() => work.stop())
  await eventually(async () => lines.some((line) => line.includes('Filing older projects failed')))
  assert.deepEqual([waking.backfill.isComplete(), waking.backfill.isDone()], [true, false])
  await eventually(async () => waking.backfill.isDone())
  assert.equal((await desk.db.all(sql`select * from desk_word_rules`)).length, 1)
})

it('older projects are filed when the database comes back, though it was down at the start', async (t) => {
  const { desk, services, submit, lines, inbox } = await testDesk(t)
  const id = await submit()
  const unfiled = [sql`delete from desk_files`, sql`delete from desk_unread`]
  await desk.db.transact('test', [], () => ({ result: null, write: unfiled }))
  let isDown = true
  const db: typeof desk.db = {
    ...desk.db,
    all: (statement) => (isDown ? Promise.reject(new Error('down')) : desk.db.all(statement)),
  }
  const waking = createDesk(db, desk.hours, services.log)
  hurry(t)
  const work = startDeskJobs({ ...services, desk: waking, isAlarmHeard: false, retentionDays: 0 })
  t.after(() => work.stop())
  await eventually(async () => lines.some((line) => line.includes('Filing older projects failed')))
  assert.deepEqual((await inbox()).projects, [])
  isDown = false
  await eventually(async () => waking.backfill.isDone())
  assert.deepEqual(
    (await inbox()).projects.map((project) => project.id),
    [id],
  )
})

it('older projects are asked for again until all are filed, or the server ends', async (t) => {
  const { desk, services } = await testDesk(t)
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let isDone = false
  const filing = Promise.withResolvers<number>()
  const run = t.mock.fn(() => filing.promise)
  const backfill = { ...desk.backfill, run, isDone: () => isDone }
  const quiet = { ...desk, backfill, wordIndex: withoutWords(desk) }
  const start = () => startDeskJobs({ ...services, desk: quiet, isAlarmHeard: false, retentionDays: 0 })
  const runsAfter = async (ms: number) => {
    t.mock.timers.tick(ms)
    await turn()
    return run.mock.callCount()
  }

  const ended = start()
  assert.equal(await runsAfter(250), 1)
  const end = ended.stop()
  filing.resolve(0)
  await end
  assert.equal(await runsAfter(5000), 1)

  const work = start()
  t.after(() => work.stop())
  assert.equal(await runsAfter(250), 2)
  isDone = true
  assert.equal(await runsAfter(5000), 3)
  assert.equal(await runsAfter(5000), 3)
})

it('a server that ends leaves older projects to the next one', async (t) => {
  const { desk, services, start, submit, inbox } = await setUp(t)
  const id = await submit()
  await write(desk, sql`delete from desk_files`)
  const { all } = desk.db
  const counting = Promise.withResolvers<void>()
  t.mock.method(desk.db, 'all', (statement: Statement) => {
    counting.resolve()
    return all(statement)
  })
  const work = start()
  await counting.promise
  await work.stop()
  assert.deepEqual(await inbox(), { projects: [], next: null, isIncomplete: true })
  const next = createDesk(desk.db, desk.hours, services.log)
  assert.equal(await next.backfill.run(), 1)
  assert.deepEqual(
    (await inbox()).projects.map((project) => project.id),
    [id],
  )
})

it('steps are written each minute and at the end, and words every few seconds', async (t) => {
  const { desk, start, submit } = await setUp(t)
  await submit()
  const rows = async (table: string) => (await desk.db.all(raw(`select * from ${table}`))).length
  const work = start()
  assert.equal(await rows('desk_unread'), 1)
  t.mock.timers.tick(2000)
  await eventually(async () => (await rows('desk_unread')) === 0)
  desk.visitCounts.count({ screen: 1, seconds: 2 }, new Date())
  t.mock.timers.tick(58_000)
  // The other is the project that was submitted.
  await eventually(async () => (await rows('desk_steps')) === 2)
  desk.visitCounts.count({ screen: 2, seconds: 2 }, new Date())
  await work.stop()
  assert.equal(await rows('desk_steps'), 3)
})

it('words of many projects are filed some at a time', async (t) => {
  const { desk, start, submit } = await setUp(t)
  await Promise.all(Array.from({ length: 101 }, () => submit()))
  const unread = async () => (await desk.db.all(sql`select * from desk_unread`)).length
  start()
  t.mock.timers.tick(2000)
  await eventually(async () => (await unread()) < 101)
  assert.equal(await unread(), 1)
  t.mock.timers.tick(2000)
  await eventually(async () => (await unread()) === 0)
})

it('hot projects are looked for each minute, where anybody hears of them', async (t) => {
  const { desk, start, submit, alarms } = await setUp(t)
  await submit()
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString()
  await write(desk, sql`update desk_files set came_at = ${yesterday}`)
  for (const isAlarmHeard of [false, true]) {
    const work = start({ isAlarmHeard })
    t.mock.timers.tick(60_000)
    await work.stop()
    assert.equal(alarms.length, isAlarmHeard ? 1 : 0)
  }
})

it('what is too old is erased an hour after the start and every day from then on', async (t) => {
  const { desk, start, submit, projects, lines } = await setUp(t)
  const submitOld = async () => {
    await submit()
    await write(desk, sql`update desk_files set seq = 1`)
  }
  await submitOld()
  // The words of a day, every few seconds, would take long.
  start({ desk: { ...desk, wordIndex: withoutWords(desk) }, retentionDays: 30 })
  const rounds = () => lines.filter((line) => line.includes('Projects were erased by age')).length
  t.mock.timers.tick(HOUR_MS - 1)
  await eventually(async () => desk.backfill.isDone())
  assert.equal(rounds(), 0)
  t.mock.timers.tick(1)
  await eventually(async () => rounds() === 1)
  assert.deepEqual(await projects(), [])
  await submitOld()
  t.mock.timers.tick(23 * HOUR_MS)
  assert.equal((await projects()).length, 1)
  t.mock.timers.tick(HOUR_MS)
  await eventually(async () => rounds() === 2)
  assert.deepEqual(await projects(), [])
})

it('nothing is erased by age where no age is set', async (t) => {
  const { desk, start, submit, projects } = await setUp(t)
  await submit()
  await write(desk, sql`update desk_files set seq = 1`)
  const work = start({ retentionDays: 0 })
  t.mock.timers.tick(HOUR_MS)
  await work.stop()
  assert.equal((await projects()).length, 1)
})

const HOUR_MS = 3600_000

/** For time that is not real: the store's own timers would not go off. */
const withoutWords = (desk: Desk) => ({ ...desk.wordIndex, fileSome: async () => false })

/** A desk whose hours pass when the test says so. */
async function setUp(t: TestContext) {
  const opened = await testDesk(t)
  const { services, desk } = opened
  t.mock.timers.enable({ apis: ['setInterval'] })
  const start = (more: Partial<DeskJobsServices> = {}) => {
    const work = startDeskJobs({ ...services, desk, isAlarmHeard: false, retentionDays: 0, ...more })
    t.after(() => work.stop())
    return work
  }
  return { ...opened, start }
}

const write = (desk: Desk, statement: Statement) =>
  desk.db.transact('test', [], () => ({ result: null, write: [statement] }))
