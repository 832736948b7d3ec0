import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { pino } from 'pino'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { readConfig } from '../../config/config.ts'
import { openSqlite } from '../../db/sqlite/open-sqlite.ts'
import { createQueue } from '../../outbox/queue.ts'
import { saveProject } from '../../projects/save-project.ts'
import { submission } from '../../testing/outbox.ts'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { createDesk } from '../desk.ts'

it('a project that was saved while the clock was years ahead is listed and found', async (t) => {
  const { businessHours } = readConfig({})
  for (const year of [2037, 2040, 9999]) {
    let offset = Date.UTC(year, 10) - Date.now()
    const path = join(await temporaryDirectory(t), 'projects.db')
    const db = openSqlite(path, { clock: () => new Date(Date.now() + offset) })
    t.after(() => db.close())
    const services = { db, queue: createQueue(db), latestChannels: [], homeownerCopy: false }
    const late = submission()
    await saveProject(late, services)
    offset = 0
    await saveProject(submission(), services)
    const { inbox } = createDesk(db.desk, businessHours, pino({ level: 'silent' }))
    const { projects } = await inbox.page({ search: sampleAnswers().lastName }, new Date())
    assert.deepEqual([projects.length, projects[0]?.id], [2, late.id])
  }
})
