import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { startPostgres } from '../testing/postgres.ts'
import { sampleId } from '../testing/sample-id.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { createProjectStore } from './create-project-store.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import type { ProjectStore } from './project-store.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const failure = { reason: 'down', permanent: false }

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

/** The block of commands in docs/operations.md that contains this text. */
async function documented(words: string): Promise<string> {
  const operations = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const blocks = [...operations.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(words))
  assert.ok(found, words)
  return found
}

it('SQLite: after restoring a backup as documented, nothing is sent twice', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, 'data/projects.db')
  const store = createProjectStore(openSqlite(path, { indexStatements }))
  const { after, sendTheOther } = await fill(store)

  const script = (await documented('vacuum into')).replace('npm exec -- node', `'${process.execPath}'`)
  const backUp = (text: string) => execFileSync('sh', ['-ec', text], { cwd: directory, stdio: 'pipe' })
  const backups = () => globSync('data/backup-*.db', { cwd: directory })
  assert.throws(() => backUp(script.replace('data/projects.db', 'data/project.db')), /unable to open/)
  assert.deepEqual(backups(), [])
  backUp(script)
  // The name contains the time in seconds.
  await pause(1100)
  backUp(script)
  const [backup = '', ...others] = backups().map((name) => join(directory, name))
  assert.equal(others.length, 1)
  assert.equal(statSync(backup).mode & 0o777, 0o600)
  await sendTheOther()
  await store.close()

  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  copyFileSync(backup, path)
  const restored = createProjectStore(openSqlite(path, { indexStatements }))
  t.after(() => restored.close())
  await expectHeld(restored, after)
})

it('PostgreSQL: after restoring a dump as documented, nothing is sent twice', async (t) => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') {
    console.log(`SKIPPED, restoring PostgreSQL: ${postgres}`)
    t.skip(postgres)
    return
  }
  t.after(() => postgres.close())
  const url = await postgres.newDatabase()
  const store = createProjectStore(openPostgres(url, { indexStatements }))
  const { after, sendTheOther } = await fill(store)
  const cwd = await temporaryDirectory(t)
  const run = (script: string, databaseUrl: string) =>
    execFileSync('sh', ['-ec', script], {
      cwd,
      env: { PATH: `${postgres.programs}:${process.env.PATH}`, DATABASE_URL: databaseUrl },
      stdio: 'pipe',
    })
  run(await documented('pg_dump '), url)
  const [dump = '', ...others] = globSync('backup-*.dump', { cwd })
  assert.equal(others.length, 0)
  assert.equal(statSync(join(cwd, dump)).mode & 0o777, 0o600)
  await sendTheOther()
  await store.close()

  const fresh = await postgres.newDatabase()
  run((await documented('pg_restore ')).replace(/backup-\S+\.dump/, dump), fresh)
  const restored = createProjectStore(openPostgres(fresh, { indexStatements }))
  t.after(() => restored.close())
  await expectHeld(restored, after)
})
