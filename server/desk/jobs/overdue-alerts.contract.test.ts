import assert from 'node:assert/strict'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { inHours, onEveryDatabase } from '../../testing/desk.ts'
import { createDesk } from '../desk.ts'
import { alertOverdue } from './overdue-alerts.ts'

await onEveryDatabase('Overdue alerts', {
  'are sent once for each project, even by two servers': async ({
    submit,
    ask,
    desk,
    again,
    sentAlerts,
    services,
    t,
  }) => {
    await submit()
    const answered = await submit()
    await ask('POST', `projects/${answered}/events`, { kind: 'contact', how: 'E-mailed' })
    const driver = again()
    t.after(() => driver.close())
    assert.ok(driver.sql)
    const other = createDesk(driver.sql, desk.hours, services.log)
    const { alerts } = services
    assert.equal(await alertOverdue(inHours(0.9), { desk, alerts }), 0)
    const told = await Promise.all([
      alertOverdue(inHours(1.1), { desk, alerts }),
      alertOverdue(inHours(1.1), { desk: other, alerts }),
    ])
    assert.equal(told[0] + told[1], 1)
    assert.equal(await alertOverdue(inHours(2), { desk: other, alerts }), 0)
    assert.equal(sentAlerts.length, 1)
  },

  'are sent after sixty minutes of business hours': async ({ write, submit, desk, services: { alerts } }) => {
    const id = await submit()
    const came = inHours(-24)
    await write(sql`update desk_projects set created_at = ${came.toISOString()} where project_id = ${id}`)
    const told = (minutes: number) =>
      alertOverdue(new Date(came.getTime() + minutes * 60_000), { desk, alerts })
    assert.deepEqual([await told(59.99), await told(60)], [0, 1])
  },

  'have a subject each, so that several can be sent within an hour': async ({
    submit,
    desk,
    sentAlerts,
    services: { alerts },
  }) => {
    await submit()
    await submit()
    assert.equal(await alertOverdue(inHours(2), { desk, alerts }), 2)
    await submit()
    assert.equal(await alertOverdue(inHours(2.1), { desk, alerts }), 1)
    assert.equal(new Set(sentAlerts).size, 3)
  },

  'begin with the longest waiting, and skip projects already alerted or answered': async ({
    write,
    submit,
    desk,
    services: { alerts },
  }) => {
    await Promise.all(Array.from({ length: 101 }, () => submit()))
    const dayAgo = inHours(-24).toISOString()
    await write(
      sql`update desk_projects set created_at = ${dayAgo} where seq = (select min(seq) from desk_projects)`,
    )
    assert.equal(await alertOverdue(new Date(), { desk, alerts }), 1)
    for (const isTold of [1, 0]) {
      await write(sql`update desk_projects set overdue_alert_sent = ${isTold}, is_waiting = ${isTold}`)
      await write(sql`update desk_projects set overdue_alert_sent = 0, is_waiting = 1
        where seq = (select max(seq) from desk_projects)`)
      assert.equal(await alertOverdue(inHours(24), { desk, alerts }), 1)
    }
  },

  'are not sent for a project that is answered at the same moment, until it waits again': async ({
    submit,
    ask,
    desk,
    services: { alerts },
  }) => {
    const path = `projects/${await submit()}/events`
    const later = inHours(2)
    let version = 0
    const db: SqlDatabase = {
      ...desk.db,
      async all(statement) {
        const found = await desk.db.all(statement)
        version = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json().version
        return found
      },
    }
    assert.equal(await alertOverdue(later, { desk: { ...desk, db }, alerts }), 0)
    assert.equal((await ask('POST', path, { kind: 'taken back', version })).statusCode, 200)
    assert.equal(await alertOverdue(later, { desk, alerts }), 1)
  },
})
