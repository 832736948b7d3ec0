import assert from 'node:assert/strict'
import type { SqlDatabase } from '../store/sql-database.ts'
import { tellHot } from './hot-watch.ts'
import { onEveryDatabase } from './test-desk.ts'

await onEveryDatabase('Hot projects', {
  'one that was answered just before it was told is told when its homeowner waits again': async ({
    submit,
    ask,
    desk,
    services: { alarm },
  }) => {
    const path = `projects/${await submit()}/events`
    const later = new Date(Date.now() + 2 * 3600_000)
    let version = 0
    const db: SqlDatabase = {
      ...desk.db,
      async all(statement) {
        const found = await desk.db.all(statement)
        version = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json().version
        return found
      },
    }
    assert.equal(await tellHot(later, { desk: { ...desk, db }, alarm }), 0)
    assert.equal((await ask('POST', path, { kind: 'taken back', version })).statusCode, 200)
    assert.equal(await tellHot(later, { desk, alarm }), 1)
  },
})
