import { setTimeout as pause } from 'node:timers/promises'
import { startFirestore, type TestFirestore } from '../../server/testing/firestore.ts'
import { type Fault, Unavailable } from '../harness/fault.ts'
import { createServer, type Server } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { testBrokenStore } from './broken-store.ts'

let shared: Promise<TestFirestore | string> | null = null
let databases = 0

async function emulatorPort(): Promise<number> {
  shared ??= startFirestore()
  const emulator = await shared
  if (typeof emulator === 'string') throw new Unavailable(emulator)
  return Number(emulator.host.split(':')[1])
}

export async function closeSharedEmulator(): Promise<void> {
  const emulator = await shared
  if (emulator && typeof emulator !== 'string') await emulator.close()
}

/** Three visitors, and the retry loop with its back-off. */
const MAX_REQUESTS = 20

/** The emulator keeps working; the connection to it fails. */
const faults: readonly {
  readonly rows: string
  readonly name: string
  readonly breakIt: (proxy: TcpProxy, countRequest: () => void) => void
  readonly runs?: number
  /** How long the fault lasts after the visitors saw the failure. */
  readonly holdMs?: number
  readonly check?: (server: Server, requests: number) => Promise<string | null>
}[] = [
  {
    rows: 'F28',
    name: 'is down',
    breakIt(proxy) {
      proxy.accepts = () => false
      proxy.cutAll()
    },
  },
  {
    rows: 'F28',
    name: 'hangs',
    breakIt(proxy) {
      proxy.onRequest = () => null
    },
  },
  { rows: 'F28 F30', name: 'commits, and the response is lost', breakIt: loseCommits, runs: 3 },
  {
    rows: 'F28',
    name: 'responds with 503',
    breakIt: respond('503 Service Unavailable', 'UNAVAILABLE'),
  },
  {
    rows: 'F28',
    name: 'responds with 429',
    breakIt: respond('429 Too Many Requests', 'RESOURCE_EXHAUSTED'),
  },
  {
    rows: 'F29',
    name: 'responds with 403: one alert for the operator, and no storm of requests',
    breakIt: respond('403 Forbidden', 'PERMISSION_DENIED'),
    holdMs: 2000,
    async check(server, requests) {
      const alerts = (await server.log()).split('\n').filter((line) => line.includes('"alert":"store"'))
      if (alerts.length !== 1) return `${alerts.length} alerts`
      if (!alerts[0]?.includes('PERMISSION_DENIED')) return 'the alert does not say why'
      return requests > MAX_REQUESTS ? `${requests} requests` : null
    },
  },
]

export const firestoreFaults: readonly Fault[] = faults.map(
  ({ rows, name, breakIt, runs = 1, holdMs = 0, check }) => ({
    rows,
    name: `Firestore ${name}`,
    async run(trial) {
      const proxy = await startTcpProxy(trial, await emulatorPort())
      const server = await createServer(trial, {
        mail: await startSmtpSink(trial),
        env: {
          DATABASE_URL: `firestore://kitchen-guide-faults-${process.pid}-${++databases}`,
          FIRESTORE_EMULATOR_HOST: `127.0.0.1:${proxy.port}`,
        },
      })
      let requests = 0
      return testBrokenStore(trial, {
        server,
        runs,
        mayCopy: true,
        afterwards: async () => check?.(server, requests) ?? null,
        async breakIt() {
          breakIt(proxy, () => {
            requests += 1
          })
          return async () => {
            await pause(holdMs)
            proxy.repair()
            proxy.cutAll()
          }
        },
      })
    },
  }),
)

function respond(status: string, reason: string) {
  const body = JSON.stringify({ error: { status: reason } })
  return (proxy: TcpProxy, countRequest: () => void) => {
    proxy.onRequest = (_chunk, { client }) => {
      countRequest()
      client.end(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
      return null
    }
  }
}

function loseCommits(proxy: TcpProxy) {
  const committing = new Set<Link>()
  proxy.onRequest = (chunk, link) => {
    if (chunk.includes(':commit HTTP')) committing.add(link)
    return chunk
  }
  proxy.onResponse = (chunk, link) => {
    if (!committing.has(link)) return chunk
    link.client.resetAndDestroy()
    return null
  }
}
