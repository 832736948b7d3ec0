import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { REQUEST_DEADLINE_MS } from '../../server/http/request-hooks.ts'
import { executeSql } from '../../server/testing/postgres.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { TcpProxy } from '../../server/testing/tcp-proxy.ts'
import type { Fault } from '../harness/fault.ts'
import type { Outcome } from '../harness/oracle.ts'
import { createServer, type Server } from '../harness/server.ts'
import { newDatabase, newProxiedDatabase, startOwnPostgres } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import type { Trial } from '../harness/trial.ts'
import { testBrokenStore } from './broken-store.ts'
import { findLostConnections } from './pool-leaks.ts'

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
    rows: 'F20 F22',
    name: 'hangs, and its connections go dead silently',
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

const ROLE_CONNECTIONS = 4

export const postgresFaults: readonly Fault[] = [
  {
    rows: 'F18',
    name: 'PostgreSQL: crashes (immediate stop) and comes back',
    async run(trial) {
      const postgres = await startOwnPostgres(trial)
      const url = await postgres.newDatabase()
      const server = await serverOn(trial, url)
      return testBrokenStore(trial, {
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
      })
    },
  },
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
        return async () => {
          await Promise.all(hogs.map((hog) => hog.end()))
          // The oracle connects beside the server, which may use every connection it gets.
          await executeSql(url, `alter role ${role} connection limit -1`)
        }
      }
      return testBrokenStore(trial, { server, breakIt })
    },
  },
]
