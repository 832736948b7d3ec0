import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { onPostgres } from '../../testing/databases.ts'
import { installPackage } from '../../testing/install-package.ts'
import { submission, testOutbox } from '../../testing/outbox.ts'
import { executeSql, sharePostgres, type TestDatabases } from '../../testing/postgres.ts'
import { endProcess, eventually, freePort, startProcess } from '../../testing/server-process.ts'
import { selectProjectsSince } from '../project-statements.ts'
import { openPostgres } from './open-postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const isThere = existsSync(PROGRAM) || installPackage('pgbouncer')
const start = async () => (isThere ? sharePostgres() : 'PgBouncer is not installed here and could not be')

const define = (postgres: TestDatabases) => {
  /** Configured as docs/operations.md says, plus the given settings. */
  const serverBehind = async (t: TestContext, settings: string) => {
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
    return testOutbox(t, openPostgres(before.href))
  }

  for (const mode of ['session', 'transaction'])
    it(`save projects in its ${mode} mode`, async (t) => {
      const { db, save } = await serverBehind(t, `pool_mode = ${mode}`)
      const saved = await Promise.all(Array.from({ length: 20 }, () => save(submission())))
      assert.ok(saved.every(({ change }) => change === 'created'))
      assert.equal(
        (await Array.fromAsync(db.stream(selectProjectsSince('postgres', new Date(0))))).length,
        20,
      )
    })
}

await onPostgres('servers behind PgBouncer', define, start)
