import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { query } from '../../db/rows.ts'
import { raw, sql } from '../../db/sql.ts'
import { settingsWith } from '../../testing/default-settings.ts'
import { testDesk } from '../../testing/desk.ts'
import { eventually } from '../../testing/server-process.ts'
import { type DeskJobsServices, startDeskJobs } from './desk-jobs.ts'

it('visit counts are written every minute and when the server stops', async (t) => {
  const { desk, start, submit } = await setUp(t)
  await submit()
  const rows = async (table: string) => (await desk.db.all(query(raw(`select * from ${table}`), {}))).length
  const jobs = start()
  desk.visitCounts.count({ screen: 1, seconds: 2 }, new Date())
  t.mock.timers.tick(60_000)
  // The second row is the submitted project.
  await eventually(async () => (await rows('desk_visit_counts')) === 2)
  desk.visitCounts.count({ screen: 2, seconds: 2 }, new Date())
  await jobs.stop()
  assert.equal(await rows('desk_visit_counts'), 3)
})

it('overdue projects are looked for every minute if there is an ALERT_URL', async (t) => {
  const { write, start, submit, sentAlerts } = await setUp(t)
  await submit()
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString()
  await write(sql`update desk_projects set created_at = ${yesterday}`)
  for (const hasAlertUrl of [false, true]) {
    const jobs = start({ hasAlertUrl })
    t.mock.timers.tick(60_000)
    await jobs.stop()
    assert.equal(sentAlerts.length, hasAlertUrl ? 1 : 0)
  }
})

it('old projects are erased an hour after the start and then daily', async (t) => {
  const { write, start, submit, projects, lines } = await setUp(t)
  const submitOld = async () => {
    await submit()
    await write(sql`update desk_projects set seq = 1`)
  }
  await submitOld()
  start({ settings: () => settingsWith({ RETENTION_DAYS: '30' }) })
  const runs = () => lines.filter((line) => line.includes('Projects were erased by age')).length
  t.mock.timers.tick(HOUR_MS - 1)
  assert.equal(runs(), 0)
  t.mock.timers.tick(1)
  await eventually(async () => runs() === 1)
  assert.deepEqual(await projects(), [])
  await submitOld()
  t.mock.timers.tick(23 * HOUR_MS)
  assert.equal((await projects()).length, 1)
  t.mock.timers.tick(HOUR_MS)
  await eventually(async () => runs() === 2)
  assert.deepEqual(await projects(), [])
})

it('without RETENTION_DAYS nothing is erased', async (t) => {
  const { write, start, submit, projects } = await setUp(t)
  await submit()
  await write(sql`update desk_projects set seq = 1`)
  const jobs = start()
  t.mock.timers.tick(HOUR_MS)
  await jobs.stop()
  assert.equal((await projects()).length, 1)
})

const HOUR_MS = 3600_000

/** A desk with mocked intervals. */
async function setUp(t: TestContext) {
  const opened = await testDesk(t)
  const { services, desk } = opened
  t.mock.timers.enable({ apis: ['setInterval'] })
  const start = (more: Partial<DeskJobsServices> = {}) => {
    const jobs = startDeskJobs({ ...services, desk, hasAlertUrl: false, ...more })
    t.after(() => jobs.stop())
    return jobs
  }
  return { ...opened, start }
}
