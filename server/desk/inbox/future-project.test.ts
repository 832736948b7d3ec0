import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { pino } from 'pino'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { openSqlite } from '../../db/sqlite/open-sqlite.ts'
import { defaultSettings } from '../../testing/default-settings.ts'
import { submission, testOutbox } from '../../testing/outbox.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { createDesk } from '../desk.ts'

it('a project that was saved while the clock was years ahead is listed and found', async (t) => {
  for (const year of [2037, 2040, 9999]) {
    let offset = Date.UTC(year, 10) - Date.now()
    const path = join(await temporaryDirectory(t), 'projects.db')
    const clock = () => new Date(Date.now() + offset)
    const { db, save } = testOutbox(t, openSqlite(path, { clock }))
    const late = submission()
    await save(late)
    offset = 0
    await save(submission())
    const { inbox } = createDesk(db.desk, () => defaultSettings, pino({ level: 'silent' }))
    const { projects } = await inbox.page({ search: sampleAnswers().lastName }, new Date())
    assert.deepEqual([projects.length, projects[0]?.id], [2, late.id])
  }
})
