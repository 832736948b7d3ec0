import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, mock, type TestContext } from 'node:test'
import { Encrypter } from 'age-encryption'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { OperatorError } from '../lib/errors.ts'
import { createQueue } from '../outbox/queue.ts'
import { projectsSince } from '../projects/export-projects.ts'
import { saveProject } from '../projects/save-project.ts'
import { claimedFrom, submission } from '../testing/outbox.ts'
import { sampleId } from '../testing/sample-id.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { type BackupConfig, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const failure = { reason: 'down', permanent: false }
const passphrase = 'five random words of yours'

// Deriving a key takes more than a second on purpose.
const { setPassphrase } = Encrypter.prototype
mock.method(Encrypter.prototype, 'setPassphrase', function (this: Encrypter, words: string) {
  this.setScryptWorkFactor(8)
  setPassphrase.call(this, words)
})

/** A server on the database of a place. */
function openServer({ path }: Place) {
  const db = openSqlite(path)
  const queue = createQueue(db)
  const services = {
    db,
    queue,
    latestChannels: ['specialist'],
    settings: () => ({ homeownerCopy: false }),
  } as const
  const save = async () => claimedFrom(await saveProject(submission(), services))
  const countProjects = async () => (await Array.fromAsync(projectsSince(db, new Date(0)))).length
  return { db, queue, save, countProjects, close: () => db.close() }
}

type Server = ReturnType<typeof openServer>

/** One project sent before the backup, and one saved before and sent after it. */
async function fill({ queue, save }: Server) {
  await queue.markSent(await save())
  const unsent = await save()
  await queue.markFailed(unsent, failure)
  const after = unsent.message.projectId
  return {
    after,
    async sendTheOther() {
      const claim = await queue.claimLatest(after, 'specialist')
      if (claim.kind === 'claimed') await queue.markSent(claim.claimed)
      await save()
    },
  }
}

async function expectHeld({ queue, countProjects }: Server, after: string) {
  assert.equal(await countProjects(), 2)
  assert.equal(await queue.hold(), 1)
  assert.deepEqual((await queue.counts()).specialist, { due: 0, stuck: 0, dead: 1 })
  assert.equal(await queue.retry(after), 1)
  assert.deepEqual(
    (await queue.claimDue('specialist', 5)).map(({ message }) => message.projectId),
    [after],
  )
}

interface Place {
  readonly config: BackupConfig
  readonly path: string
}

/** Names a database that does not exist yet. */
function makePlace(directory: string): Place {
  const path = join(directory, `data/${sampleId()}.db`)
  return { config: { storage: { driver: 'sqlite', path }, backupPassphrase: null }, path }
}

/** A filled database with a plain and an encrypted backup of it. */
async function setUp(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const place = makePlace(directory)
  const server = openServer(place)
  const filled = await fill(server)
  const backUp = (name: string, backupPassphrase: string | null = null) =>
    makeBackup({ ...place.config, backupPassphrase }, join(directory, name))
  await backUp('plain')
  await backUp('encrypted', passphrase)
  return { directory, place, server, backUp, ...filled }
}

it('a backup is made while the database is open, and after restoring it nothing is sent twice', async (t) => {
  const { directory, server, after, sendTheOther } = await setUp(t)
  await sendTheOther()
  await server.close()
  for (const name of ['plain', 'encrypted']) {
    const place = makePlace(directory)
    await restoreBackup({ ...place.config, backupPassphrase: passphrase }, join(directory, name))
    const restored = openServer(place)
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
  const { directory, place, server, backUp } = await setUp(t)
  t.after(() => server.close())
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
    restoreBackup({ ...target.config, backupPassphrase }, inDirectory(name))
  for (const [name, given, sentence] of [
    ['encrypted', null, /encrypted is encrypted\. Set BACKUP_PASSPHRASE\.$/],
    ['encrypted', 'five other random words', /encrypted with a different BACKUP_PASSPHRASE/],
    ['encrypted-short', passphrase, /^The backup is damaged or incomplete\.$/],
    ['encrypted-cut', passphrase, /^The backup is damaged or incomplete\.$/],
    ['short', null, /short is damaged/],
    ['dump', null, /dump is a PostgreSQL dump\. Restore it with pg_restore/],
    ['other', null, /other is not a backup of this product\.$/],
    ['empty', null, /empty is not a backup of this product\.$/],
    ['missing', null, /^There is no file .*missing\.$/],
  ] as const)
    await assert.rejects(restore(name, empty, given), (error) => isSentence(error, sentence), name)
  await assert.rejects(restore('plain', place), (error) =>
    isSentence(error, /exists\. Move it elsewhere first/),
  )

  assert.equal(await server.countProjects(), 2)
  await assert.rejects(backUp('plain'), (error) => isSentence(error, /already exists\. Choose another name/))
  assert.deepEqual(readdirSync(directory, { recursive: true }), before)
  await restore('plain', empty)
})

const isSentence = (error: unknown, expected: RegExp) =>
  error instanceof OperatorError && expected.test(error.message)

it('with PostgreSQL the commands name the programs to use', async (t) => {
  const directory = await temporaryDirectory(t)
  const storage = { driver: 'postgres', url: 'postgres://guide@db.example/guide' } as const
  for (const work of [makeBackup, restoreBackup])
    await assert.rejects(work({ storage, backupPassphrase: null }, join(directory, 'file')), (error) =>
      isSentence(error, /use pg_dump and pg_restore as described in docs/),
    )
  assert.deepEqual(readdirSync(directory), [])
})
