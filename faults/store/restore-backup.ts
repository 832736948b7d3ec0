import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres } from '../../server/testing/postgres.ts'
import { type Fault, NotHere } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const DELIVERIES = fileURLToPath(new URL('../../server/cli/deliveries.ts', import.meta.url))
const PROJECTS = 10
/** Longer than the retry loop ever sleeps. */
const WATCH_MS = 8000

/** A store, and how its backup is made and put back as docs/operations.md has it. */
interface Kept {
  readonly url: string
  backUp(): void
  restore(): void
}

/** An older backup is put back and held: nothing that was e-mailed after it is e-mailed again. */
export const restoreOlder: readonly Fault[] = [
  restored('SQLite', async (stage) => {
    const database = join(stage.directory, 'data/projects.db')
    const backup = join(stage.directory, 'backup.db')
    return {
      url: `sqlite:${database}`,
      backUp() {
        const open = new DatabaseSync(database, { readOnly: true })
        open.exec(`vacuum into '${backup}'`)
        open.close()
      },
      restore() {
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
        copyFileSync(backup, database)
      },
    }
  }),
  restored('PostgreSQL', async (stage) => {
    const postgres = await startPostgres()
    if (typeof postgres === 'string') throw new NotHere(postgres)
    stage.after(() => postgres.close())
    const url = await postgres.newDatabase()
    const dump = join(stage.directory, 'backup.dump')
    const run = (program: string, ...args: readonly string[]) =>
      execFileSync(join(postgres.programs, program), args, { stdio: 'ignore' })
    return {
      url,
      backUp: () => void run('pg_dump', '--format=custom', `--file=${dump}`, url),
      restore: () => void run('pg_restore', '--clean', '--if-exists', '--no-owner', `--dbname=${url}`, dump),
    }
  }),
]

function restored(name: string, keep: (stage: Stage) => Promise<Kept>): Fault {
  return {
    rows: 'F72',
    name: `${name}: an older backup is restored and held: nothing is e-mailed twice, what was in it is there`,
    onlyFull: name === 'PostgreSQL',
    async run() {
      await using stage = await createStage()
      const kept = await keep(stage)
      const sink = await startSmtpSink(stage)
      const guide = await createGuide(stage, { ...sink.env, DATABASE_URL: kept.url })
      await guide.start()
      const oracle = createOracle()
      const visitors = createVisitors(oracle)
      const [sent, unsent] = [idsOf(PROJECTS), idsOf(PROJECTS)]
      for (const id of sent) await visitors.tryOnce(guide.origin, id)
      await sink.close()
      for (const id of unsent) await visitors.tryOnce(guide.origin, id)
      kept.backUp()
      await sink.open()
      for (const id of unsent) await visitors.trySteadily(() => guide.origin, id)
      // These are in no backup: an older one cannot have them.
      const later = createVisitors(createOracle())
      for (const id of idsOf(PROJECTS)) await later.tryOnce(guide.origin, id)

      await guide.end('SIGTERM')
      const before = sink.arrived.length
      kept.restore()
      await promisify(execFile)(process.execPath, [DELIVERIES, '--hold'], {
        cwd: stage.directory,
        env: guide.env,
      })
      await guide.start()
      await pause(WATCH_MS)
      const again = sink.arrived.length - before
      const ofBackup = sink.arrived.filter(({ projectId }) => oracle.ids().includes(projectId))
      return await measured({
        oracle,
        visitors,
        env: guide.env,
        arrived: () => ofBackup,
        runs: 1,
        failures: again > 0 ? [`${again} e-mails were sent again`] : [],
      })
    },
  }
}

const idsOf = (count: number) => Array.from({ length: count }, newId)
