import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { startServer } from '../harness/server.ts'
import { startOwnPostgres } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createVisitors, newIds } from '../harness/visitors.ts'

const DELIVERIES = fileURLToPath(new URL('../../server/cli/deliveries.ts', import.meta.url))
const PROJECTS = 10
/** Longer than the retry loop ever sleeps. */
const WATCH_MS = 8000

/** Backing up and restoring, as docs/operations.md describes it. */
interface Backup {
  readonly url: string
  create(): void
  restore(): void
}

async function sqliteBackup(sandbox: Sandbox): Promise<Backup> {
  const database = join(sandbox.directory, 'data/projects.db')
  const backup = join(sandbox.directory, 'backup.db')
  return {
    url: `sqlite:${database}`,
    create() {
      const open = new DatabaseSync(database, { readOnly: true })
      open.exec(`vacuum into '${backup}'`)
      open.close()
    },
    restore() {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
      copyFileSync(backup, database)
    },
  }
}

async function postgresBackup(sandbox: Sandbox): Promise<Backup> {
  const postgres = await startOwnPostgres(sandbox)
  const url = await postgres.newDatabase()
  const dump = join(sandbox.directory, 'backup.dump')
  const run = (program: string, ...args: readonly string[]) =>
    void execFileSync(join(postgres.programs, program), args, { stdio: 'ignore' })
  return {
    url,
    create: () => run('pg_dump', '--format=custom', `--file=${dump}`, url),
    restore: () => run('pg_restore', '--clean', '--if-exists', '--no-owner', `--dbname=${url}`, dump),
  }
}

export const restoreBackup: readonly Fault[] = [
  { store: 'SQLite', prepare: sqliteBackup },
  { store: 'PostgreSQL', prepare: postgresBackup },
].map(({ store, prepare }) => ({
  rows: 'F72',
  name: `${store}: an older backup is restored and held: its projects are there, nothing is e-mailed twice`,
  async run(trial) {
    const { visitors, oracle } = trial
    const backup = await prepare(trial)
    const mail = await startSmtpSink(trial)
    const server = await startServer(trial, { mail, env: { DATABASE_URL: backup.url } })
    const [sent, unsent] = [newIds(PROJECTS), newIds(PROJECTS)]
    for (const id of sent) await visitors.submit(server.origin, id)
    await mail.close()
    for (const id of unsent) await visitors.submit(server.origin, id)
    backup.create()
    await mail.open()
    for (const id of unsent) await visitors.submitUntilSaved(() => server.origin, id)
    // An older backup cannot contain these.
    const later = createVisitors(createOracle())
    for (const id of newIds(PROJECTS)) await later.submit(server.origin, id)

    await server.end('SIGTERM')
    const before = mail.received.length
    backup.restore()
    await promisify(execFile)(process.execPath, [DELIVERIES, '--hold'], {
      cwd: trial.directory,
      env: server.env,
    })
    await server.start()
    await pause(WATCH_MS)
    const again = mail.received.length - before
    if (again > 0) trial.failures.push(`${again} e-mails were sent again`)
    const known = new Set(oracle.ids())
    return trial.verify({
      env: server.env,
      emails: () => mail.received.filter(({ projectId }) => known.has(projectId)),
    })
  },
}))
