import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../store/sql.ts'
import { eventually } from '../store/test-process.ts'
import { createDesk } from './desk.ts'
import { startDeskWork } from './desk-work.ts'
import { testDesk } from './test-desk.ts'

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
  const work = startDeskWork({ ...services, desk: waking, isAlarmHeard: false, retentionDays: 0 })
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
