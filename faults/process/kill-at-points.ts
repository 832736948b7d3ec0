import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/config/config.ts'
import { openProjectStore } from '../../server/store/open-store.ts'
import type { Fault, Measured } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { exportedFrom, measured } from '../harness/recovery.ts'
import { createGuide, type Guide } from '../harness/server.ts'
import { databaseOfItsOwn } from '../harness/shared-postgres.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { whyNoStrace } from '../harness/strace.ts'
import { createVisitors, newId } from '../harness/visitor.ts'
import { killOnSqlite } from './kill-on-sqlite.ts'
import { type MailKind, mailKinds, startMail } from './mail-kinds.ts'
import { type PostgresTrap, setPostgresTrap } from './postgres-trap.ts'

/** The moments of a submission at which the server is killed, in their order. */
const points = [
  'after parse',
  'before commit',
  'after commit',
  'after the provider’s yes',
  'after marking sent',
] as const
export type Point = (typeof points)[number]

const stores = ['SQLite', 'PostgreSQL'] as const
type StoreKind = (typeof stores)[number]

/** On a busy machine a tracer takes its time. */
const LONGEST_DEATH_MS = 15_000

/** Every point, on two stores and with the three kinds of mailer. One row of the table is a store and a mailer. */
export const killAtPoints: readonly Fault[] = stores.flatMap((store) =>
  mailKinds.map((mail) => ({
    rows: mail === 'files' ? 'F02 F46' : 'F02',
    name: `kill -9 at each of ${points.length} points, ${store} and ${mail}`,
    needs: whyNoStrace,
    // One of each store; each has a server for every point.
    onlyFull: mail !== (store === 'SQLite' ? 'files' : 'SMTP'),
    run: (count) => killed(store, mail, count('kills at each point')),
  })),
)

/** Each point has a server of its own, so that they go side by side. */
async function killed(store: StoreKind, mail: MailKind, times: number): Promise<Measured> {
  const each = await Promise.all(points.map((point) => killedAt(point, { store, mail, times })))
  const sum = (name: 'runs' | 'lost' | 'doubled' | 'wrongText') =>
    each.reduce((total, one) => total + one[name], 0)
  return {
    runs: sum('runs'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    wrongText: sum('wrongText'),
    longestWaitMs: Math.max(...each.map(({ longestWaitMs }) => longestWaitMs)),
    failures: each.flatMap(({ failures }, index) =>
      failures.map((failure) => `${points[index]}: ${failure}`),
    ),
    note: each.flatMap(({ note }, index) => (note ? [`${points[index]}: ${note}`] : [])).join('; '),
  }
}

interface Cell {
  readonly store: StoreKind
  readonly mail: MailKind
  readonly times: number
}

/**
 * Each kill has a project of its own. They are all tried again at the end, together: PostgreSQL frees the
 * lease of a dead server only when it runs out.
 */
async function killedAt(point: Point, cell: Cell): Promise<Measured> {
  await using stage = await createStage()
  const mail = await startMail(stage, cell.mail)
  const trap = cell.store === 'PostgreSQL' ? await setPostgresTrap(stage, await databaseOfItsOwn()) : null
  const guide = await createGuide(stage, { ...mail.env, ...(trap ? { DATABASE_URL: trap.url } : {}) })
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  const failures: string[] = []
  const ids: string[] = []

  for (let time = 0; time < cell.times; time++) {
    if (!guide.isRunning()) await guide.start()
    // The first submission makes files and connections that the counted system calls are not to be.
    await visitors.trySteadily(() => guide.origin, newId())
    const id = newId()
    ids.push(id)
    await arm({ stage, guide, mail, trap, point, id })
    const { told } = await visitors.tryOnce(guide.origin, id)
    await Promise.race([guide.ended(), pause(LONGEST_DEATH_MS)])
    if (guide.isRunning()) failures.push('the server was not killed')
    if (told === 'success') failures.push('told of a success by a dead server')
    mail.onTaken(() => {})
    mail.onCall(null)
    trap?.disarm()
    await guide.end('SIGKILL')
  }
  failures.push(...(await wronglyKept(point, ids, guide)))
  await guide.start()
  await Promise.all(ids.map((id) => visitors.trySteadily(() => guide.origin, id)))
  return await measured({
    oracle,
    visitors,
    env: guide.env,
    arrived: mail.arrived,
    runs: cell.times,
    failures,
    mayCopy: cell.mail !== 'files' && point === 'after the provider’s yes',
  })
}

/** Before anybody tries again: nothing is there that was not committed, and all that was. */
async function wronglyKept(point: Point, ids: readonly string[], guide: Guide): Promise<readonly string[]> {
  const isKept = points.indexOf(point) >= points.indexOf('after commit')
  const store = await openProjectStore(readConfig(guide.env).storage)
  const records = new Set((await exportedFrom(store)).map(({ id }) => id))
  await store.close()
  return ids
    .filter((id) => records.has(id) !== isKept)
    .map(() => (isKept ? 'what was committed is gone' : 'what was not committed is there'))
}

interface Armed {
  readonly stage: Stage
  readonly guide: Guide
  readonly mail: Awaited<ReturnType<typeof startMail>>
  readonly trap: PostgresTrap | null
  readonly point: Point
  readonly id: string
}

async function arm({ stage, guide, mail, trap, point, id }: Armed): Promise<void> {
  const kill = () => void process.kill(guide.pid(), 'SIGKILL')
  const outbox = join(stage.directory, 'data/outbox')
  const database = join(stage.directory, 'data/projects.db')
  if (point === 'after the provider’s yes' && mail.kind !== 'files') return mail.onTaken(kill)
  if (point === 'after the provider’s yes')
    return killOnSqlite(stage, guide.pid(), { point, outbox, database })
  if (trap) return trap.arm(point, id, kill)
  if (point === 'after commit' && mail.kind !== 'files') return mail.onCall(kill)
  return killOnSqlite(stage, guide.pid(), { point, outbox, database })
}
