import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { pino } from 'pino'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { readConfig } from '../../config/config.ts'
import { createProjectStore } from '../../store/create-project-store.ts'
import { openSqlite } from '../../store/sqlite/open-sqlite.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { createDesk } from '../desk.ts'
import { indexStatements } from './project-index.ts'

it('a project that was saved while the clock was years ahead is listed and found', async (t) => {
  const { businessHours } = readConfig({})
  for (const year of [2037, 2040, 9999]) {
    const path = join(await temporaryDirectory(t), 'projects.db')
    let offset = Date.UTC(year, 10) - Date.now()
    const driver = openSqlite(path, { indexStatements, clock: () => new Date(Date.now() + offset) })
    t.after(() => driver.close())
    const store = createProjectStore(driver)
    const late = sampleId()
    await store.save({ id: late, answers: sampleAnswers(), extraAnswers: {} })
    offset = 0
    await store.save({ id: sampleId(), answers: sampleAnswers(), extraAnswers: {} })
    const { inbox } = createDesk(driver.sql ?? assert.fail(), businessHours, pino({ level: 'silent' }))
    const { projects } = await inbox.page({ search: sampleAnswers().lastName }, new Date())
    assert.deepEqual([projects.length, projects[0]?.id], [2, late])
  }
})
