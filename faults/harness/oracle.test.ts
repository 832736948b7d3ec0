import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { noAnswers } from '../../questionnaire/answers.ts'
import { createMetrics } from '../../server/monitoring/metrics.ts'
import { deliver } from '../../server/projects/deliver.ts'
import { createSubmissions, submitProject } from '../../server/projects/submit-project.ts'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import type { ProjectStore } from '../../server/store/project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'
import { tameMailer } from '../../server/testing/test-app.ts'
import { type Arrived, createOracle } from './oracle.ts'
import { exportedFrom } from './recovery.ts'
import { createStage } from './stage.ts'
import { answersOf, newId } from './visitor.ts'

const quiet = { info() {}, warn() {}, error() {} }

/** A product in one process, and a visitor with the oracle's log. */
function product(store: ProjectStore) {
  const { mailer, sent } = tameMailer()
  const services = { store, mailer, log: quiet, metrics: createMetrics(), alerts: { send() {} } }
  const oracle = createOracle()
  return {
    oracle,
    services,
    async submit(id: string) {
      oracle.asked(id, answersOf(id))
      await submitProject({ id, answers: answersOf(id), unknown: {} }, createSubmissions(), services)
      oracle.told(id, 'success')
    },
    arrived: (): readonly Arrived[] =>
      sent.map(({ project, revision }) => ({
        projectId: project.id,
        revision,
        messageId: `${project.id}-r${revision}`,
      })),
  }
}

it('is content when everything was kept and told', async () => {
  await using stage = await createStage()
  const store = createProjectStore(openSqlite(join(stage.directory, 'projects.db')))
  const { oracle, submit, arrived } = product(store)
  for (let visitor = 0; visitor < 10; visitor++) await submit(newId())
  const { lost, doubled, unsettled, copies } = oracle.verdict(await exportedFrom(store), arrived())
  await store.close()
  assert.deepEqual([lost, doubled, unsettled, copies], [[], [], [], 0])
})

/**
 * What a power cut leaves is what was synced. With `synchronous` on, that is all that was told; switched
 * off, the log's tail was still in the memory of the machine.
 */
for (const { isDurable, expected } of [
  { isDurable: true, expected: 0 },
  { isDurable: false, expected: 5 },
]) {
  it(`after a power cut it finds ${expected} lost with durability ${isDurable ? 'on' : 'off'}`, async () => {
    await using stage = await createStage()
    const path = join(stage.directory, 'projects.db')
    const store = createProjectStore(openSqlite(path))
    const { oracle, submit, arrived } = product(store)
    for (let visitor = 0; visitor < 5; visitor++) await submit(newId())
    const synced = readFileSync(`${path}-wal`)
    for (let visitor = 0; visitor < 5; visitor++) await submit(newId())
    const restored = join(stage.directory, 'restored.db')
    copyFileSync(path, restored)
    writeFileSync(`${restored}-wal`, isDurable ? readFileSync(`${path}-wal`) : synced)
    await store.close()
    const after = createProjectStore(openSqlite(restored))
    const { lost } = oracle.verdict(await exportedFrom(after), arrived())
    await after.close()
    assert.equal(lost.length, expected)
  })
}

it('finds a project doubled when the key is not unique', async () => {
  await using stage = await createStage()
  const path = join(stage.directory, 'projects.db')
  const store = createProjectStore(openSqlite(path))
  const { oracle, submit, arrived } = product(store)
  const id = newId()
  await submit(id)
  await store.close()
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec(
    'create table copy as select * from projects; drop table projects; alter table copy rename to projects',
  )
  db.exec('insert into projects select * from projects')
  db.close()
  const after = new DatabaseSync(path)
  const rows = after
    .prepare('select * from projects')
    .all()
    .map((row) => ({ ...answersOf(id), id: String(row.id) }))
  after.close()
  assert.deepEqual(oracle.verdict(rows, arrived()).doubled, [id])
})

it('finds an e-mail that came twice when a lease is dropped in the middle of sending', async () => {
  await using stage = await createStage()
  const path = join(stage.directory, 'projects.db')
  const store = createProjectStore(openSqlite(path))
  const { oracle, submit, services, arrived } = product(store)
  const id = newId()
  const send = services.mailer.sendProject
  let isFirst = true
  services.mailer.sendProject = async (mail) => {
    const receipt = await send(mail)
    if (!isFirst) return receipt
    isFirst = false
    const db = new DatabaseSync(path)
    db.exec("update deliveries set leaseToken = null, nextAttemptAt = '2000-01-01T00:00:00.000Z'")
    db.close()
    for (const claimed of await store.claimDue(1)) await deliver(claimed, services)
    return receipt
  }
  await submit(id)
  const { copies } = oracle.verdict(await exportedFrom(store), arrived())
  await store.close()
  assert.equal(copies, 1)
})

it('finds two different messages of one revision, and an id that nobody asked for', () => {
  const oracle = createOracle()
  const [id, stranger] = [newId(), newId()]
  oracle.asked(id, noAnswers)
  oracle.told(id, 'success')
  const record = { ...noAnswers, id }
  const mail = (messageId: string) => ({ projectId: id, messageId, revision: 1 })
  const { doubled, unsettled } = oracle.verdict(
    [record, { ...noAnswers, id: stranger }],
    [mail('a'), mail('b')],
  )
  assert.deepEqual([doubled, unsettled], [[id], [stranger]])
})

it('finds what was told as saved and has no e-mail, or other words', () => {
  const oracle = createOracle()
  const [silent, changed] = [newId(), newId()]
  for (const id of [silent, changed]) {
    oracle.asked(id, answersOf(id))
    oracle.told(id, 'success')
  }
  const records = [
    { ...answersOf(silent), id: silent },
    { ...answersOf(changed), firstName: 'Eve', id: changed },
  ]
  const { lost } = oracle.verdict(records, [{ projectId: changed, messageId: 'a', revision: 1 }])
  assert.deepEqual(lost, [silent, changed])
})
