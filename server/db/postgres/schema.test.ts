import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createQueue } from '../../outbox/queue.ts'
import { saveProject } from '../../projects/save-project.ts'
import { claimedFrom, submission } from '../../testing/outbox.ts'
import { executeSql, startPostgres } from '../../testing/postgres.ts'
import { openPostgres } from './open-postgres.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, tables in PostgreSQL: ${postgres}`)

describe('tables in PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  it('may belong to another role that lets the server write but not alter them', async (t) => {
    const owners = await postgres.newDatabase()
    const administrator = openPostgres(owners)
    await administrator.check()
    await administrator.close()
    await executeSql(
      owners,
      `create role clerk login;
      grant create on schema public to clerk;
      grant select, insert, update, delete on all tables in schema public to clerk`,
    )
    await assert.rejects(
      executeSql(clerks(owners), 'alter index desk_projects_words set (fastupdate = off)'),
      /owner/,
    )
    const db = openPostgres(clerks(owners))
    t.after(() => db.close())
    const queue = createQueue(db)
    const services = { db, queue, latestChannels: ['specialist'], homeownerCopy: false } as const
    assert.equal(await queue.markSent(claimedFrom(await saveProject(submission(), services))), true)
  })
})

const clerks = (url: string) => url.replace('guide@', 'clerk@')
