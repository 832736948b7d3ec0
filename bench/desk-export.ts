import { pino } from 'pino'
import { readConfig } from '../server/config/config.ts'
import { createDesk } from '../server/desk/desk.ts'
import { indexStatements } from '../server/desk/inbox/project-index.ts'
import { csvLines } from '../server/projects/export-projects.ts'
import { openDriver } from '../server/store/open-store.ts'

/**
 * Exports everything from the desk of a store, and prints how many bytes of memory that took at most beyond what
 * was taken before. A process of its own: one that has worked before has room that it does not give back.
 * `desk-export.ts DATABASE_URL`.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const { storage, businessHours } = readConfig({ DATABASE_URL: databaseUrl })
const driver = await openDriver(storage, { indexStatements })
if (!driver.sql) throw new Error('No tables')
const { inbox } = createDesk(driver.sql, businessHours, pino({ level: 'silent' }))
// So that the connection, and what is loaded for it, is there before.
await inbox.page({}, new Date())

const before = process.memoryUsage.rss()
let most = before
let count = 0
for await (const _line of csvLines(inbox.projects({})))
  if (++count % 1000 === 0) most = Math.max(most, process.memoryUsage.rss())
console.log(most - before)
await driver.close()
