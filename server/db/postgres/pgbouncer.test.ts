import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { createQueue } from '../../outbox/queue.ts'
import { saveProject } from '../../projects/save-project.ts'
import { installPackage } from '../../testing/install-package.ts'
import { submission } from '../../testing/outbox.ts'
import { executeSql, startPostgres } from '../../testing/postgres.ts'
import { endProcess, eventually, freePort, startProcess } from '../../testing/server-process.ts'
import { allOf } from '../../testing/test-app.ts'
import { selectProjectsSince } from '../project-statements.ts'
import { openPostgres } from './open-postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const isThere = existsSync(PROGRAM) || installPackage('pgbouncer')
const postgres = isThere ? await startPostgres() : 'PgBouncer is not installed here and could not be'
if (typeof postgres === 'string') console.log(`SKIPPED, servers behind PgBouncer: ${postgres}`)

describe('servers behind PgBouncer', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  /** Configured as docs/operations.md says, plus the given settings. */
  const databaseBehind = async (t: TestContext, settings: string) => {
    const behind = new URL(await postgres.newDatabase())
    const before = new URL(behind)
    before.port = String(await freePort())
    const directory = mkdtempSync(join(tmpdir(), 'kitchen-guide-pooler-'))
    chmodSync(directory, 0o755)
    t.after(() => rmSync(directory, { recursive: true, force: true }))
    const file = join(directory, 'pgbouncer.ini')
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${behind.port} user=guide
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${before.port}
unix_socket_dir =
auth_type = any
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
${settings}
`,
    )
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    const pooler = startProcess(PROGRAM, ['-q', ...user, file])
    t.after(() => endProcess(pooler, 'SIGKILL'))
    await eventually(() => executeSql(before.href, 'select 1'))
    const db = openPostgres(before.href)
    t.after(() => db.close())
    return db
  }

  for (const mode of ['session', 'transaction'])
    it(`save projects in its ${mode} mode`, async (t) => {
      const db = await databaseBehind(t, `pool_mode = ${mode}`)
      const services = {
        db,
        queue: createQueue(db),
        latestChannels: ['specialist'],
        homeownerCopy: false,
      } as const
      const saved = await Promise.all(Array.from({ length: 20 }, () => saveProject(submission(), services)))
      assert.ok(saved.every(({ change }) => change === 'created'))
      assert.equal((await allOf(db.stream(selectProjectsSince('postgres', new Date(0))))).length, 20)
    })
})
