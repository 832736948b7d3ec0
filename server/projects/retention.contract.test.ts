import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mailer } from '../../mail/mailer.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { inHours, onEveryDatabase, tablesWith } from '../../testing/desk.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { eraseProject } from '../projects/erase.ts'
import { eraseOldProjects } from './retention.ts'

/** Rows of the desk whose projects the operator has deleted by hand, older than any other. */
function insertOrphans(db: SqlDatabase, count: number): Promise<null> {
  const words = db.dialect === 'sqlite' ? [sql``, sql``] : [sql`, words`, sql`, ''`]
  const write = Array.from(
    { length: count },
    (
      _,
      nth,
    ) => sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key${words[0] ?? sql``})
      values (${nth}, ${`orphan${nth}`}, '', '', '', ''${words[1] ?? sql``})`,
  )
  return db.transact('orphans', [], () => ({ result: null, write }))
}

/** A mailer that cannot remove the e-mail files of some projects. */
function failingMailer(real: Mailer, fails: (id: string) => boolean = () => true) {
  const tried: string[] = []
  const mailer: Mailer = {
    ...real,
    async erase(id) {
      tried.push(id)
      if (fails(id)) throw new Error('cannot be removed')
      await real.erase?.(id)
    },
  }
  return { mailer, tried }
}

await onEveryDatabase('Erasing old projects', {
  'erases those that are old enough, and the audit list says how many': async (opened) => {
    const { submit, desk, services, lines, t } = opened
    const id = await submit()
    const purge = t.mock.method(desk.db, 'purgeDeleted')
    assert.equal(await eraseOldProjects(30, inHours(29 * 24), { ...services, desk }), 0)
    assert.equal(purge.mock.callCount(), 0)
    assert.equal(await eraseOldProjects(30, inHours(31 * 24), { ...services, desk }), 1)
    assert.equal(purge.mock.callCount(), 1)
    assert.deepEqual(await opened.projects(), [])
    assert.deepEqual((await opened.emails()).length, 0)
    const [entry] = await desk.audit.list()
    assert.equal(`${entry?.what}: ${entry?.detail}`, 'erased by age: 1 project older than 30 days')
    assert.ok(lines.some((line) => line.includes('"erased":1')))
    // Another server may have found the same project.
    const again = await eraseProject({ id, lastName: null, who: '' }, desk.db, services.mailer)
    assert.equal(again, 'unknown project')
    assert.equal((await desk.audit.list()).filter(({ what }) => what.startsWith('erased')).length, 1)
  },

  'leaves projects whose e-mail has not been sent, and sends an alert': async (opened) => {
    const { submit, desk, services, projects } = opened
    await submit()
    const sent: string[] = []
    const alerts = {
      ...services.alerts,
      send: (subject: string, text: string) => void sent.push(`${subject}: ${text}`),
    }
    const unsent = submission()
    const claimed = claimedFrom(await services.store.save(unsent))
    assert.equal(await eraseOldProjects(1, inHours(12), { ...services, desk, alerts }), 0)
    assert.deepEqual(sent, [])
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, alerts }), 1)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [unsent.id],
    )
    assert.deepEqual(sent, [
      'old and unsent: RETENTION_DAYS leaves 1 project whose e-mail has not been sent: npm run deliveries',
    ])
    await services.store.markSent(claimed)
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, alerts }), 1)
    assert.equal(sent.length, 1)
  },

  'ends even if a whole batch has not been e-mailed': async ({ services, desk }) => {
    await Promise.all(Array.from({ length: 100 }, () => services.store.save(submission())))
    const run = eraseOldProjects(1, inHours(48), { ...services, desk })
    run.catch(() => {})
    const timer = new AbortController()
    assert.equal(await Promise.race([run, pause(10_000, 'still running', timer)]), 0)
    timer.abort()
  },

  'leaves a project that its visitor edits at the same time': async (opened) => {
    const { submit, desk, services, projects } = opened
    const edited = submission({ city: 'Utica' }, await submit())
    const mailer: Mailer = {
      ...services.mailer,
      erase: async () => void (await services.store.save(edited)),
    }
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, mailer }), 0)
    assert.deepEqual(
      (await projects()).map(({ answers }) => answers.city),
      ['Utica'],
    )
  },

  'tries a project that cannot be erased once per run, and erases all others': async (opened) => {
    const { write, submit, desk, services } = opened
    const [stubborn, other] = [await submit(), await submit()]
    await write(sql`update desk_projects set seq = -1 where project_id = ${stubborn}`)
    // More than one batch.
    await insertOrphans(desk.db, 120)
    const { mailer, tried } = failingMailer(services.mailer, (id) => id === stubborn)
    const month = inHours(31 * 24)
    await assert.rejects(eraseOldProjects(30, month, { ...services, desk, mailer }), /cannot be removed/)
    assert.deepEqual(tried.toSorted(), [stubborn, other].toSorted())
    for (const id of [other, 'orphan']) assert.deepEqual(await tablesWith(id, desk.db), [], id)
    assert.equal((await desk.audit.list())[0]?.detail, '1 project older than 30 days')
    assert.equal(await eraseOldProjects(30, month, { ...services, desk }), 1)
    assert.deepEqual(await tablesWith(stubborn, desk.db), [])
  },

  'stops after ten failures': async ({ submit, desk, services }) => {
    for (let nth = 0; nth < 11; nth++) await submit()
    const { mailer, tried } = failingMailer(services.mailer)
    const run = eraseOldProjects(30, inHours(31 * 24), { ...services, desk, mailer })
    await assert.rejects(run, /cannot be removed/)
    assert.deepEqual([tried.length, new Set(tried).size], [10, 10])
  },
})
