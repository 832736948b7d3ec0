import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { REQUEST_DEADLINE_MS } from '../../server/lib/deadline.ts'
import { asked, startPostgres, type TestPostgres } from '../../server/testing/postgres.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Count } from '../harness/counts.ts'
import { type Fault, type Measured, NotHere } from '../harness/fault.ts'
import type { Arrivals } from '../harness/oracle.ts'
import { createGuide, type Guide } from '../harness/server.ts'
import { databaseOfItsOwn } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import type { TcpProxy } from '../harness/tcp-proxy.ts'
import { setPostgresTrap } from '../process/postgres-trap.ts'
import { brokenStore } from './broken-store.ts'
import { wholePool } from './pool-exhaustion.ts'
import { stopProcesses } from './postgres-processes.ts'

/** Each answer comes so late, and not before the one before it. A change that is shared has two. */
const SLOW_MS = 5500

/** A fault of the line to PostgreSQL, brought about by a proxy. */
const onTheLine = (
  rows: string,
  name: string,
  breakIt: (proxy: TcpProxy) => void,
  meanwhile: readonly ('success' | 'failure')[] = ['failure'],
): Fault => ({
  rows,
  name,
  async run() {
    await using stage = await createStage()
    const url = await databaseOfItsOwn()
    const trap = await setPostgresTrap(stage, url)
    const { guide, arrived } = await guideOn(stage, trap.url)
    return await brokenStore({
      guide,
      arrived,
      meanwhile,
      showsNotReady: !meanwhile.includes('success'),
      mayCopy: true,
      afterwards: wholePool(guide, url),
      breakIt: async () => {
        breakIt(trap.proxy)
        return async () => {
          // Nothing is cut: what the server gave up on it has to let go by itself.
          trap.proxy.mend()
        }
      },
    })
  },
})

async function guideOn(stage: Stage, url: string) {
  const sink = await startSmtpSink(stage)
  return { guide: await createGuide(stage, { ...sink.env, DATABASE_URL: url }), arrived: () => sink.arrived }
}

/** A fault of the database itself needs one that nobody else uses. */
const onItsOwn = (rows: string, name: string, run: (own: Own, count: Count) => Promise<Measured>): Fault => ({
  rows,
  name,
  async run(count) {
    await using stage = await createStage()
    const postgres = await startPostgres()
    if (typeof postgres === 'string') throw new NotHere(postgres)
    stage.after(() => postgres.close())
    const url = await postgres.newDatabase()
    return await run({ stage, postgres, url, ...(await guideOn(stage, url)) }, count)
  },
})

interface Own {
  readonly stage: Stage
  readonly postgres: TestPostgres
  readonly url: string
  readonly guide: Guide
  readonly arrived: Arrivals
}

export const breakPostgres: readonly Fault[] = [
  onItsOwn('F17', 'down when the server starts', ({ postgres, guide, arrived }) => {
    const breakIt = async () => {
      await guide.end('SIGTERM')
      await postgres.stop('SIGINT')
      await guide.start()
      return () => postgres.start()
    }
    return brokenStore({ guide, arrived, breakIt, showsNotReady: true })
  }),
  onItsOwn('F25', 'an operator has switched durability off', ({ url, guide, arrived }) => {
    const breakIt = async () => {
      await guide.end('SIGTERM')
      const name = new URL(url).pathname.slice(1)
      await asked(url, `alter database ${name} set synchronous_commit = off`)
      await guide.start()
      return async () => {
        await asked(url, `alter database ${name} reset synchronous_commit`)
        await guide.end('SIGTERM')
        await guide.start()
      }
    }
    return brokenStore({ guide, arrived, breakIt })
  }),
  onItsOwn('F18', 'crashes (immediate stop) and comes back', ({ postgres, url, guide, arrived }, count) => {
    const breakIt = async () => {
      setTimeout(() => void postgres.stop('SIGQUIT'), 20)
      await pause(10)
      return async () => {
        await postgres.stop('SIGQUIT')
        await postgres.start()
      }
    }
    const runs = count('database crashes')
    const afterwards = wholePool(guide, url)
    return brokenStore({
      guide,
      arrived,
      breakIt,
      afterwards,
      runs,
      meanwhile: ['success', 'failure'],
      // Saved before the crash, and marked by nobody: until the request's own deadline somebody may still send it.
      withinMs: REQUEST_DEADLINE_MS,
      mayCopy: true,
    })
  }),
  onItsOwn('F19', 'restarts (fast)', ({ postgres, guide, arrived }) => {
    const breakIt = async () => {
      await postgres.stop('SIGINT')
      await postgres.start()
      return async () => {}
    }
    return brokenStore({ guide, arrived, breakIt, runs: 3, meanwhile: ['success'] })
  }),
  onItsOwn('F20', 'hangs (SIGSTOP of every process)', ({ stage, url, guide, arrived }) => {
    const breakIt = async () => {
      const wake = stopProcesses(new URL(url).port)
      // Who stands still cannot be ended either.
      stage.after(() => wake().catch(() => {}))
      return wake
    }
    const afterwards = wholePool(guide, url)
    return brokenStore({ guide, arrived, breakIt, afterwards, showsNotReady: true, mayCopy: true })
  }),
  onTheLine('F22', 'the line goes dead without a word', (proxy) => {
    proxy.onRequest = () => null
    proxy.onAnswer = () => null
  }),
  onTheLine('F19', 'refuses connections and breaks those there are', (proxy) => {
    proxy.accepts = () => false
    proxy.cutAll()
  }),
  onTheLine('F21', 'slow, a whole change within the bound', delay(200), ['success']),
  { ...onTheLine('F21', 'slow, a whole change beyond the bound', delay(SLOW_MS)), onlyFull: true },
  {
    rows: 'F23',
    name: 'out of connections',
    async run() {
      await using stage = await createStage()
      const url = await databaseOfItsOwn()
      const role = `visitor_${randomBytes(6).toString('hex')}`
      await asked(url, `create role ${role} login connection limit ${ROLE_CONNECTIONS}`)
      await asked(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${role}`)
      const address = new URL(url)
      address.username = role
      const { guide, arrived } = await guideOn(stage, address.href)
      const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and application_name <> 'hog'`
      const breakIt = async () => {
        const hogs: Client[] = []
        // Whenever one is refused, the server has taken up a connection in between.
        await eventually(async () => {
          await asked(url, endOthers)
          const hog = new Client({ connectionString: address.href, application_name: 'hog' })
          hog.on('error', () => {})
          await hog.connect()
          return hogs.push(hog) === ROLE_CONNECTIONS
        })
        return () => Promise.all(hogs.map((hog) => hog.end()))
      }
      return await brokenStore({ guide, arrived, breakIt })
    },
  },
]

/** Enough for one visitor at a time, and for whoever looks at what is kept. */
const ROLE_CONNECTIONS = 4

function delay(ms: number) {
  return (proxy: TcpProxy) => {
    proxy.onAnswer = async (chunk) => {
      await pause(ms)
      return chunk
    }
  }
}
