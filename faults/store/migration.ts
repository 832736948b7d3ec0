import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { queryAs, type RawRow } from '../../server/db/rows.ts'
import { raw } from '../../server/db/sql.ts'
import { executeSql } from '../../server/testing/postgres.ts'
import { startProcess } from '../../server/testing/server-process.ts'
import { type Environment, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { newProxiedDatabase } from '../harness/shared-postgres.ts'
import { checkStrace, isKilledAt } from '../harness/strace.ts'
import type { Trial } from '../harness/trial.ts'

const FIXTURES = join(import.meta.dirname, '../../server/db/fixtures')
/** Opens the database, which migrates it, and lists the messages. It sends nothing. */
const PROGRAM = join(import.meta.dirname, '../../server/cli/messages.ts')
/** The system calls of a migration. Each kind is counted separately. */
const CALLS = ['pwrite64', 'fsync']
/** A migration has about as many steps of one kind. */
const STEPS = 100

/** A migration is killed at each of its steps, and the next start finds every message once. */
export const migrationFaults: readonly Fault[] = [
  {
    rows: 'F85 F26',
    name: 'SQLite: kill -9 at each write and fsync of the migration to one outbox',
    needs: checkStrace,
    run: (trial) =>
      killEachStep(trial, {
        kinds: CALLS,
        newDatabase: async (name) => ({ url: newFile(trial, name), directUrl: '' }),
        isKilled: ({ url }, calls, step) => {
          const path = url.slice('sqlite:'.length)
          const at = { calls, when: String(step), path: [path, `${path}-wal`] }
          return isKilledAt(at, PROGRAM, environment(url))
        },
      }),
  },
  {
    rows: 'F85 F26',
    name: 'PostgreSQL: kill -9 before each statement of the migration to one outbox',
    run: (trial) =>
      killEachStep(trial, {
        kinds: ['statement'],
        async newDatabase() {
          const database = await newProxiedDatabase(trial)
          await executeSql(database.directUrl, fixture('two-outboxes.sql.gz').toString())
          return database
        },
        async isKilled({ url, proxy }, _kind, step) {
          const child = startProcess(process.execPath, [PROGRAM], { env: environment(url) })
          let seen = 0
          if (proxy)
            proxy.onRequest = (chunk) => {
              if (++seen < step) return chunk
              child.kill('SIGKILL')
              return null
            }
          const [code, signal] = await once(child, 'exit')
          if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The program ended with ${code ?? signal}`)
          return signal === 'SIGKILL'
        },
      }),
  },
]

interface Engine {
  readonly kinds: readonly string[]
  newDatabase(name: string): Promise<Database>
  /** Opens the database in a program that is killed at this step; false if there is no such step. */
  isKilled(database: Database, kind: string, step: number): Promise<boolean>
}

type Database = Pick<Awaited<ReturnType<typeof newProxiedDatabase>>, 'url' | 'directUrl'> &
  Partial<Awaited<ReturnType<typeof newProxiedDatabase>>>

async function killEachStep(trial: Trial, { kinds, newDatabase, isKilled }: Engine) {
  const expected = await contentOf(await newDatabase('whole'))
  const stride = Math.round(STEPS / trial.count(STEPS))
  let [kills, wrong] = [0, 0]
  for (const kind of kinds)
    for (let step = 1; ; step += stride) {
      const database = await newDatabase(`${kind}-${step}`)
      if (!(await isKilled(database, kind, step))) break
      kills += 1
      if (!isDeepStrictEqual(await contentOf(database), expected)) wrong += 1
    }
  if (kills === 0) trial.failures.push('no migration was killed')
  trial.notes.push(`${expected.messages.length} messages of ${expected.projects.length} projects`)
  return trial.result(kills, { lost: wrong })
}

/** Opens the database like the next server start, and reads the migrated data. */
const contentOf = ({ url, directUrl }: Database) =>
  withDatabase({ DATABASE_URL: directUrl || url }, async ({ db }) => {
    const all = (text: string) => db.all(queryAs(raw(text), withoutRandomId))
    return {
      messages: await all('select * from messages order by id'),
      projects: await all('select * from projects order by id'),
      versions: await all('select version from schema_versions order by version'),
    }
  })

/** The migration makes up the ids of the messages to the specialist. */
const withoutRandomId = (row: RawRow): RawRow =>
  row.channel === 'specialist' ? { ...row, message_id: '' } : row

function newFile({ directory }: Trial, name: string): string {
  const folder = join(directory, name)
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'projects.db'), fixture('two-outboxes.db.gz'))
  return `sqlite:${join(folder, 'projects.db')}`
}

const fixture = (name: string) => gunzipSync(readFileSync(join(FIXTURES, name)))

const environment = (url: string): Environment => ({ PATH: process.env.PATH, DATABASE_URL: url })
