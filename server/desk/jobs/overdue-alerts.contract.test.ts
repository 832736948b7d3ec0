import assert from 'node:assert/strict'
import type { Database, RowsOf } from '../../db/database.ts'
import type { Query } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { createAlerts } from '../../monitoring/alerts.ts'
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
    const db = again()
    t.after(() => db.close())
    const other = createDesk(db.desk, desk.settings, services.log)
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

  'are grouped: one for a whole backlog, and then at most one an hour': async ({
    submit,
    desk,
    services,
  }) => {
    const texts: string[] = []
    const log = { ...services.log, error: (_: unknown, text = '') => void texts.push(text) }
    let now = inHours(2)
    const alerts = createAlerts(null, log, { now: () => now.getTime() })
    const alert = () => alertOverdue(now, { desk, alerts })
    await Promise.all(Array.from({ length: 3 }, () => submit()))
    assert.equal(await alert(), 3)
    await submit()
    now = inHours(2.9)
    assert.equal(await alert(), 0)
    now = inHours(3)
    assert.equal(await alert(), 1)
    const rest = 'waited for 60 minutes of business hours for a first contact: see /desk'
    assert.deepEqual(texts, [`3 projects have ${rest}`, `1 project has ${rest}`])
  },

  'leave out projects already alerted or answered': async ({ write, submit, desk, services: { alerts } }) => {
    await Promise.all(Array.from({ length: 3 }, () => submit()))
    for (const isAlerted of [1, 0]) {
      await write(
        sql`update desk_projects set overdue_alert_sent = ${isAlerted}, is_waiting = ${isAlerted}`,
        sql`update desk_projects set overdue_alert_sent = 0, is_waiting = 1
          where seq = (select max(seq) from desk_projects)`,
      )
      assert.equal(await alertOverdue(inHours(24), { desk, alerts }), 1)
    }
  },

  'are sent for a project that was answered at that moment, once it waits again': async ({
    submit,
    ask,
    desk,
    services: { alerts },
  }) => {
    const path = `projects/${await submit()}/events`
    const later = inHours(2)
    let version = 0
    const db: Database = {
      ...desk.db,
      async transact<T, const Q extends readonly Query<unknown>[]>(
        ...given: Parameters<typeof desk.db.transact<T, Q>>
      ) {
        const [key, read, decide] = given
        // `map` loses which row belongs to which query.
        const outdated = (await Promise.all(read.map((one) => desk.db.all(one)))) as unknown as RowsOf<Q>
        version = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json().version
        return desk.db.transact(key, [], (_, now) => decide(outdated, now))
      },
    }
    await alertOverdue(later, { desk: { ...desk, db }, alerts })
    assert.equal((await ask('POST', path, { kind: 'taken back', version })).statusCode, 200)
    assert.equal(await alertOverdue(later, { desk, alerts }), 1)
  },
})
