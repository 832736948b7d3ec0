import assert from 'node:assert/strict'
import type { SqlDatabase } from '../store/sql-database.ts'
import { tellHot } from './hot-watch.ts'
import { onEveryDatabase } from './test-desk.ts'

await onEveryDatabase('Hot projects', {
  'each is a matter of its own, so that one is told soon after another': async ({
    submit,
    desk,
    alarms,
    services: { alarm },
  }) => {
    await submit()
    await submit()
    assert.equal(await tellHot(new Date(Date.now() + 2 * 3600_000), { desk, alarm }), 2)
    assert.equal(new Set(alarms).size, 2)
  },

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
