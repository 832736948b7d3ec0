import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { type BackupConfig, makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { OperatorError } from '../lib/errors.ts'
import { sampleId } from '../testing/sample-id.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { createProjectStore } from './create-project-store.ts'
import type { ProjectStore } from './project-store.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const failure = { reason: 'down', permanent: false }
const passphrase = 'five random words of yours'

/** One project sent before the backup, and one saved before and sent after it. */
async function fill(store: ProjectStore) {
  const [before, after] = [sampleId(), sampleId()]
  for (const id of [before, after]) {
    const { claim } = await store.save({ id, answers: sampleAnswers(), extraAnswers: {} })
    assert.equal(claim.kind, 'claimed')
    if (claim.kind === 'claimed')
      await (id === before ? store.markSent(claim) : store.markFailed(claim, failure))
  }
  return {
    after,
    async sendTheOther() {
      const claim = await store.claim(after)
      if (claim.kind === 'claimed') await store.markSent(claim)
      await store.save({ id: sampleId(), answers: sampleAnswers(), extraAnswers: {} })
    },
  }
}

async function expectHeld(store: ProjectStore, after: string) {
  assert.equal((await allOf(store.projects())).length, 2)
  assert.equal(await store.hold(), 1)
  assert.deepEqual(await store.counts(), { due: 0, stuck: 0, dead: 1 })
  assert.equal(await store.retry(after), 1)
  assert.deepEqual(
    (await store.claimDue(5)).map(({ project }) => project.id),
    [after],
  )
}

const report = () => {}

interface Place {
  readonly config: BackupConfig
  readonly open: () => ProjectStore
}

/** Names a database that does not exist yet. */
function makePlace(directory: string): Place {
  const path = join(directory, `data/${sampleId()}.db`)
  return {
    config: { storage: { driver: 'sqlite', path }, backupPassphrase: null },
    open: () => createProjectStore(openSqlite(path, { indexStatements })),
  }
}

/** A filled database with a plain and an encrypted backup of it. */
async function setUp(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const place = makePlace(directory)
  const store = place.open()
  const filled = await fill(store)
  const backUp = (name: string, backupPassphrase: string | null = null) =>
    makeBackup({ ...place.config, backupPassphrase }, join(directory, name), report)
  await backUp('plain')
  await backUp('encrypted', passphrase)
  return { directory, place, store, backUp, ...filled }
}

it('a backup is made while the database is open, and after restoring it nothing is sent twice', async (t) => {
  const { directory, store, after, sendTheOther } = await setUp(t)
  await sendTheOther()
  await store.close()
  for (const name of ['plain', 'encrypted']) {
    const { config, open } = makePlace(directory)
    await restoreBackup({ ...config, backupPassphrase: passphrase }, join(directory, name), report)
    const restored = open()
    await expectHeld(restored, after).finally(() => restored.close())
  }
  const hasId = (name: string) => readFileSync(join(directory, name)).includes(after)
  assert.deepEqual([hasId('plain'), hasId('encrypted')], [true, false])
  assert.deepEqual(
    readdirSync(directory, { recursive: true }).filter((name) => String(name).endsWith('.tmp')),
    [],
  )
})

it('a backup that cannot be restored is refused with a plain sentence, and nothing is changed', async (t) => {
  const { directory, place, store, backUp } = await setUp(t)
  t.after(() => store.close())
  const inDirectory = (name: string) => join(directory, name)
  const [plain, encrypted] = ['plain', 'encrypted'].map((name) => readFileSync(inDirectory(name)))
  assert.ok(plain && encrypted)
  for (const [name, content] of [
    ['short', plain.subarray(0, -5000)],
    ['encrypted-short', encrypted.subarray(0, -1)],
    ['encrypted-cut', encrypted.subarray(0, 40)],
    ['dump', 'PGDMP and more'],
    ['other', 'a letter'],
    ['empty', ''],
  ] as const)
    writeFileSync(inDirectory(name), content)
  const empty = makePlace(directory)
  const before = readdirSync(directory, { recursive: true })
  const restore = (name: string, target: Place, backupPassphrase: string | null = null) =>
    restoreBackup({ ...target.config, backupPassphrase }, inDirectory(name), report)
  for (const [name, given, sentence] of [
    ['encrypted', null, /encrypted is encrypted: set BACKUP_PASSPHRASE\.$/],
    ['encrypted', 'five other random words', /^BACKUP_PASSPHRASE is not the one with which this backup/],
    ['encrypted-short', passphrase, /^The backup is damaged or incomplete\.$/],
    ['encrypted-cut', passphrase, /^The backup is damaged or incomplete\.$/],
    ['short', null, /short is damaged/],
    ['dump', null, /dump is a dump of PostgreSQL: restore it with pg_restore/],
    ['other', null, /other is not a backup of this product\.$/],
    ['empty', null, /empty is not a backup of this product\.$/],
    ['missing', null, /^There is no file .*missing\.$/],
  ] as const)
    await assert.rejects(restore(name, empty, given), (error) => isSentence(error, sentence), name)
  await assert.rejects(restore('plain', place), (error) => isSentence(error, /exists\. Move it away first/))

  assert.equal((await allOf(store.projects())).length, 2)
  await assert.rejects(backUp('plain'), (error) => isSentence(error, /exists already: choose another name/))
  assert.deepEqual(readdirSync(directory, { recursive: true }), before)
  await restore('plain', empty)
})

const isSentence = (error: unknown, expected: RegExp) =>
  error instanceof OperatorError && expected.test(error.message)

it('with PostgreSQL and Firestore the commands name the programs to use', async (t) => {
  const directory = await temporaryDirectory(t)
  for (const [storage, sentence] of [
    [
      { driver: 'postgres', url: 'postgres://guide@db.example/guide' },
      /use pg_dump and pg_restore as in docs/,
    ],
    [
      { driver: 'firestore', projectId: 'guide', emulatorHost: null },
      /use gcloud firestore export and import/,
    ],
  ] as const)
    for (const work of [makeBackup, restoreBackup])
      await assert.rejects(
        work({ storage, backupPassphrase: null }, join(directory, 'file'), report),
        (error) => isSentence(error, sentence),
      )
  assert.deepEqual(readdirSync(directory), [])
})
