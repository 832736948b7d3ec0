import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { raw, type Statement, sql } from '../../store/sql/sql.ts'
import { testDesk } from '../../testing/desk.ts'
import { eventually } from '../../testing/server-process.ts'
import type { Desk } from '../desk.ts'
import { type DeskJobsServices, startDeskJobs } from './desk-jobs.ts'

it('visit counts are written each minute and at the end', async (t) => {
  const { desk, start, submit } = await setUp(t)
  await submit()
  const rows = async (table: string) => (await desk.db.all(raw(`select * from ${table}`))).length
  const work = start()
  desk.visitCounts.count({ screen: 1, seconds: 2 }, new Date())
  t.mock.timers.tick(60_000)
  // The other is the project that was submitted.
  await eventually(async () => (await rows('desk_visit_counts')) === 2)
  desk.visitCounts.count({ screen: 2, seconds: 2 }, new Date())
  await work.stop()
  assert.equal(await rows('desk_visit_counts'), 3)
})

it('hot projects are looked for each minute, where anybody hears of them', async (t) => {
  const { desk, start, submit, sentAlerts } = await setUp(t)
  await submit()
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString()
  await write(desk, sql`update desk_projects set created_at = ${yesterday}`)
  for (const hasAlertUrl of [false, true]) {
    const work = start({ hasAlertUrl })
    t.mock.timers.tick(60_000)
    await work.stop()
    assert.equal(sentAlerts.length, hasAlertUrl ? 1 : 0)
  }
})

it('what is too old is erased an hour after the start and every day from then on', async (t) => {
  const { desk, start, submit, projects, lines } = await setUp(t)
  const submitOld = async () => {
    await submit()
    await write(desk, sql`update desk_projects set seq = 1`)
  }
  await submitOld()
  start({ retentionDays: 30 })
  const rounds = () => lines.filter((line) => line.includes('Projects were erased by age')).length
  t.mock.timers.tick(HOUR_MS - 1)
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
  await write(desk, sql`update desk_projects set seq = 1`)
  const work = start({ retentionDays: 0 })
  t.mock.timers.tick(HOUR_MS)
  await work.stop()
  assert.equal((await projects()).length, 1)
})

const HOUR_MS = 3600_000

/** A desk whose hours pass when the test says so. */
async function setUp(t: TestContext) {
  const opened = await testDesk(t)
  const { services, desk } = opened
  t.mock.timers.enable({ apis: ['setInterval'] })
  const start = (more: Partial<DeskJobsServices> = {}) => {
    const work = startDeskJobs({ ...services, desk, hasAlertUrl: false, retentionDays: 0, ...more })
    t.after(() => work.stop())
    return work
  }
  return { ...opened, start }
}

const write = (desk: Desk, statement: Statement) =>
  desk.db.transact('test', [], () => ({ result: null, write: [statement] }))
