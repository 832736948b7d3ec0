import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { REQUEST_DEADLINE_MS } from '../../server/http/request-hooks.ts'
import { executeSql, type TestPostgres } from '../../server/testing/postgres.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Fault } from '../harness/fault.ts'
import type { Outcome } from '../harness/oracle.ts'
import { createServer, type Server } from '../harness/server.ts'
import { newDatabase, newProxiedDatabase, startOwnPostgres } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import type { TcpProxy } from '../harness/tcp-proxy.ts'
import type { Result, Trial } from '../harness/trial.ts'
import { newId } from '../harness/visitors.ts'
import { testBrokenStore } from './broken-store.ts'
import { findLostConnections } from './pool-leaks.ts'
import { stopPostgres } from './stop-postgres.ts'

async function serverOn(trial: Trial, url: string): Promise<Server> {
  return createServer(trial, { mail: await startSmtpSink(trial), env: { DATABASE_URL: url } })
}

const delay = (ms: number) => (proxy: TcpProxy) => {
  proxy.onResponse = (chunk) => pause(ms).then(() => chunk)
}

/** Faults of the connection to PostgreSQL. */
const connectionFaults: readonly {
  readonly rows: string
  readonly name: string
  readonly expect?: Outcome
  readonly breakIt: (proxy: TcpProxy) => void
}[] = [
  {
    rows: 'F22',
    name: 'the connection goes dead silently',
    breakIt(proxy) {
      proxy.onRequest = () => null
      proxy.onResponse = () => null
    },
  },
  {
    rows: 'F19',
    name: 'refuses connections and closes open ones',
    breakIt(proxy) {
      proxy.accepts = () => false
      proxy.cutAll()
    },
  },
  { rows: 'F21', name: 'slow, but within the deadline', expect: 'success', breakIt: delay(200) },
  { rows: 'F21', name: 'too slow for the deadline', breakIt: delay(5500) },
]

interface OwnPostgres {
  readonly trial: Trial
  readonly postgres: TestPostgres
  readonly url: string
  readonly server: Server
}

/** Faults of a PostgreSQL that no other fault uses. */
const databaseFaults: readonly {
  readonly rows: string
  readonly name: string
  readonly run: (own: OwnPostgres) => Promise<Result>
}[] = [
  {
    rows: 'F17',
    name: 'down when the server starts',
    run: ({ trial, postgres, server }) =>
      testBrokenStore(trial, {
        server,
        notReady: true,
        async breakIt() {
          await server.end('SIGTERM')
          await postgres.stop('SIGINT')
          await server.start()
          return () => postgres.start()
        },
      }),
  },
  {
    rows: 'F25',
    name: 'the operator has switched durability off',
    run({ trial, url, server }) {
      const database = new URL(url).pathname.slice(1)
      return testBrokenStore(trial, {
        server,
        async breakIt() {
          await server.end('SIGTERM')
          await executeSql(url, `alter database ${database} set synchronous_commit = off`)
          await server.start()
          return async () => {
            await executeSql(url, `alter database ${database} reset synchronous_commit`)
            await server.end('SIGTERM')
            await server.start()
          }
        },
      })
    },
  },
  {
    rows: 'F18',
    name: 'crashes (immediate stop) and comes back',
    run: ({ trial, postgres, url, server }) =>
      testBrokenStore(trial, {
        server,
        runs: trial.count(100),
        expect: ['success', 'failure'],
        // A project saved just before the crash may still be sent until the request's own deadline.
        withinMs: REQUEST_DEADLINE_MS,
        mayCopy: true,
        afterwards: () => findLostConnections(trial, server, url),
        async breakIt() {
          setTimeout(() => void postgres.stop('SIGQUIT'), 20)
          await pause(10)
          return async () => {
            await postgres.stop('SIGQUIT')
            await postgres.start()
          }
        },
      }),
  },
  {
    rows: 'F19',
    name: 'restarts (fast)',
    run: ({ trial, postgres, server }) =>
      testBrokenStore(trial, {
        server,
        runs: 3,
        expect: ['success'],
        async breakIt() {
          await postgres.stop('SIGINT')
          await postgres.start()
          return () => {}
        },
      }),
  },
  {
    rows: 'F20',
    name: 'hangs (SIGSTOP of every process)',
    run: ({ trial, url, server }) =>
      testBrokenStore(trial, {
        server,
        notReady: true,
        mayCopy: true,
        afterwards: () => findLostConnections(trial, server, url),
        async breakIt() {
          const resume = stopPostgres(new URL(url).port)
          // A stopped process cannot be ended.
          trial.defer(resume)
          return resume
        },
      }),
  },
]

/** Enough for one visitor at a time, and for the check at the end. */
const ROLE_CONNECTIONS = 4
const SERVERS = 4

export const postgresFaults: readonly Fault[] = [
  ...databaseFaults.map(
    ({ rows, name, run }): Fault => ({
      rows,
      name: `PostgreSQL: ${name}`,
      async run(trial) {
        const postgres = await startOwnPostgres(trial)
        const url = await postgres.newDatabase()
        return run({ trial, postgres, url, server: await serverOn(trial, url) })
      },
    }),
  ),
  ...connectionFaults.map(
    ({ rows, name, expect = 'failure', breakIt }): Fault => ({
      rows,
      name: `PostgreSQL: ${name}`,
      async run(trial) {
        const { url, directUrl, proxy } = await newProxiedDatabase(trial)
        const server = await serverOn(trial, url)
        return testBrokenStore(trial, {
          server,
          expect: [expect],
          notReady: expect === 'failure',
          mayCopy: true,
          afterwards: () => findLostConnections(trial, server, directUrl),
          async breakIt() {
            breakIt(proxy)
            // The server itself has to give up the connections it no longer trusts.
            return proxy.repair
          },
        })
      },
    }),
  ),
  {
    rows: 'F23',
    name: 'PostgreSQL: out of connections',
    async run(trial) {
      const url = await newDatabase()
      const role = `visitor_${randomBytes(6).toString('hex')}`
      await executeSql(url, `create role ${role} login connection limit ${ROLE_CONNECTIONS}`)
      await executeSql(url, `alter database ${new URL(url).pathname.slice(1)} owner to ${role}`)
      const address = new URL(url)
      address.username = role
      const server = await serverOn(trial, address.href)
      const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and application_name <> 'hog'`
      const breakIt = async () => {
        const hogs: Client[] = []
        // Retried, because the server may take a connection in between.
        await eventually(async () => {
          await executeSql(url, endOthers)
          const hog = new Client({ connectionString: address.href, application_name: 'hog' })
          hog.on('error', () => {})
          await hog.connect()
          return hogs.push(hog) === ROLE_CONNECTIONS
        })
        return () => Promise.all(hogs.map((hog) => hog.end()))
      }
      return testBrokenStore(trial, { server, breakIt })
    },
  },
  {
    rows: 'F26',
    name: `PostgreSQL: ${SERVERS} servers start at once on an empty database`,
    async run(trial) {
      const mail = await startSmtpSink(trial)
      const env = { DATABASE_URL: await newDatabase() }
      const servers = await Promise.all(
        Array.from({ length: SERVERS }, (_, index) =>
          createServer(trial, { mail, env, name: `server-${index}` }),
        ),
      )
      await Promise.all(servers.map((server) => server.start()))
      const attempts = await Promise.all(servers.map(({ origin }) => trial.visitors.submit(origin, newId())))
      for (const { outcome, status } of attempts)
        if (outcome !== 'success') trial.failures.push(`a new server responded with ${status}`)
      return trial.verify({ env, emails: () => mail.received, ...servers[0] }, { runs: SERVERS })
    },
  },
]
