import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import type { Mailer } from '../mail/mailer.ts'
import { inHours, onEveryDatabase, tablesWith } from '../testing/desk.ts'
import { claimedFrom, submission } from '../testing/outbox.ts'
import { eraseProject } from './erase-project.ts'
import { eraseOldProjects } from './retention.ts'
import { saveProject } from './save-project.ts'

/** Rows of the desk whose projects the operator has deleted by hand, older than any other. */
function insertOrphans(db: Database, count: number): Promise<null> {
  const [column, value] = db.dialect === 'sqlite' ? [raw(''), raw('')] : [raw(', words'), raw(`, ''`)]
  const write = Array.from(
    { length: count },
    (
      _,
      nth,
    ) => sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key${column})
      values (${nth}, ${`orphan${nth}`}, '', '', '', ''${value})`,
  )
  return db.transact('orphans', [], () => ({ result: null, write }))
}

/** A mailer that cannot remove the email files of some projects. */
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
  'erases those that are old enough, suspicious ones too, and the audit list says how many': async (
    opened,
  ) => {
    const { submit, staff, services, lines, t } = opened
    const id = await submit()
    await saveProject({ ...submission(), suspicion: 'Too fast' }, services)
    const purge = t.mock.method(services.db, 'purgeDeleted')
    assert.equal(await eraseOldProjects(30, inHours(29 * 24), services), 0)
    assert.equal(purge.mock.callCount(), 0)
    assert.equal(await eraseOldProjects(30, inHours(31 * 24), services), 2)
    assert.equal(purge.mock.callCount(), 1)
    assert.deepEqual(await opened.projects(), [])
    assert.deepEqual(await opened.emails(), [])
    assert.deepEqual(opened.sentAlerts, [])
    const [entry] = await staff.audit.list()
    assert.equal(`${entry?.what}: ${entry?.detail}`, 'erased by age: 2 projects older than 30 days')
    assert.ok(lines.some((line) => line.includes('"erased":2')))
    // Another server may have found the same project.
    const again = await eraseProject({ id, lastName: null, who: '' }, services.db, services.mailer)
    assert.equal(again, 'unknown project')
    assert.equal((await staff.audit.list()).filter(({ what }) => what.startsWith('erased')).length, 1)
  },

  'leaves projects whose email has not been sent, and sends an alert': async ({
    submit,
    services,
    projects,
  }) => {
    await submit()
    const sent: string[] = []
    const alerts = {
      ...services.alerts,
      send: (subject: string, text: string) => void sent.push(`${subject}: ${text}`),
    }
    const unsent = submission()
    const claimed = claimedFrom(await saveProject(unsent, services))
    assert.equal(await eraseOldProjects(1, inHours(23.9), { ...services, alerts }), 0)
    assert.deepEqual(sent, [])
    assert.equal(await eraseOldProjects(1, inHours(24.1), { ...services, alerts }), 1)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [unsent.id],
    )
    assert.deepEqual(sent, [
      'old and unsent: RETENTION_DAYS did not erase 1 project whose email has not been sent: npm run messages',
    ])
    await services.queue.markSent(claimed)
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, alerts }), 1)
    assert.equal(sent.length, 1)
  },

  'ends even if a whole batch has not been emailed': async ({ services }) => {
    await Promise.all(Array.from({ length: 100 }, () => saveProject(submission(), services)))
    const run = eraseOldProjects(1, inHours(48), services)
    run.catch(() => {})
    const timer = new AbortController()
    assert.equal(await Promise.race([run, pause(10_000, 'still running', timer)]), 0)
    timer.abort()
  },

  'leaves a project that its visitor edits at the same time': async ({ submit, services, projects }) => {
    const edited = submission({ city: 'Utica' }, await submit())
    const mailer: Mailer = {
      ...services.mailer,
      erase: async () => void (await saveProject(edited, services)),
    }
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, mailer }), 0)
    assert.deepEqual(
      (await projects()).map(({ answers }) => answers.city),
      ['Utica'],
    )
  },

  'tries a project that cannot be erased once per run, and erases all others': async (opened) => {
    const { write, submit, staff, desk, services } = opened
    const [stubborn, other] = [await submit(), await submit()]
    await write(sql`update desk_projects set seq = -1 where project_id = ${stubborn}`)
    // More than one batch.
    await insertOrphans(desk.db, 120)
    const { mailer, tried } = failingMailer(services.mailer, (id) => id === stubborn)
    const month = inHours(31 * 24)
    await assert.rejects(eraseOldProjects(30, month, { ...services, mailer }), /cannot be removed/)
    assert.deepEqual(tried.toSorted(), [stubborn, other].toSorted())
    for (const id of [other, 'orphan']) assert.deepEqual(await tablesWith(id, desk.db), [], id)
    assert.equal((await staff.audit.list())[0]?.detail, '1 project older than 30 days')
    assert.equal(await eraseOldProjects(30, month, services), 1)
    assert.deepEqual(await tablesWith(stubborn, desk.db), [])
  },

  'stops after ten failures': async ({ submit, services }) => {
    for (let nth = 0; nth < 11; nth++) await submit()
    const { mailer, tried } = failingMailer(services.mailer)
    const run = eraseOldProjects(30, inHours(31 * 24), { ...services, mailer })
    await assert.rejects(run, /cannot be removed/)
    assert.deepEqual([tried.length, new Set(tried).size], [10, 10])
  },
})
