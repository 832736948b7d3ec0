import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { executeSql, startPostgres } from '../../testing/postgres.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { createProjectStore } from '../create-project-store.ts'
import { openPostgres } from './open-postgres.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, tables in PostgreSQL: ${postgres}`)

describe('tables in PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  it('may belong to another role that lets the server write but not alter them', async (t) => {
    const owners = await postgres.newDatabase()
    const administrator = createProjectStore(openPostgres(owners, { indexStatements }))
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
    const store = createProjectStore(openPostgres(clerks(owners), { indexStatements }))
    t.after(() => store.close())
    assert.equal(await store.markSent(claimedFrom(await store.save(submission()))), true)
  })
})

const clerks = (url: string) => url.replace('guide@', 'clerk@')
