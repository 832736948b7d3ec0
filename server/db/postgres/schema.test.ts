import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onPostgres } from '../../testing/databases.ts'
import { claimedFrom, submission, testOutbox } from '../../testing/outbox.ts'
import { executeSql, sharePostgres, type TestDatabases } from '../../testing/postgres.ts'
import { openPostgres } from './open-postgres.ts'

const define = (postgres: TestDatabases) => {
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
    const { queue, save } = testOutbox(t, openPostgres(clerks(owners)))
    assert.equal(await queue.markSent(claimedFrom(await save(submission()))), true)
  })
}

const clerks = (url: string) => url.replace('guide@', 'clerk@')

await onPostgres('tables in PostgreSQL', define, sharePostgres)
