import { setTimeout as pause } from 'node:timers/promises'
import { startFirestore, type TestFirestore } from '../../server/testing/firestore.ts'
import { type Fault, NotHere } from '../harness/fault.ts'
import { createGuide, type Guide } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { brokenStore } from './broken-store.ts'

let emulator: Promise<TestFirestore | string> | null = null

async function sharedEmulator(): Promise<number> {
  emulator ??= startFirestore()
  const running = await emulator
  if (typeof running === 'string') throw new NotHere(running)
  return Number(running.host.split(':')[1])
}

export async function closeSharedEmulator(): Promise<void> {
  const running = await emulator
  if (running && typeof running !== 'string') await running.close()
}

let databases = 0

/** By three visitors, and by the retry loop ever more rarely. */
const MOST_ASKED = 20

interface Options {
  readonly runs?: number
  /** How long it stays broken after visitors were told. */
  readonly holdMs?: number
  /** What else has to be so; says in words what is not. */
  readonly afterwards?: (guide: Guide) => Promise<string | null>
}

/** The emulator stays as it is; the line to it breaks. */
const onTheLine = (
  rows: string,
  name: string,
  breakIt: (proxy: TcpProxy) => void,
  { runs = 1, holdMs = 0, afterwards = async () => null }: Options = {},
): Fault => ({
  rows,
  name: `Firestore ${name}`,
  async run() {
    await using stage = await createStage()
    const proxy = await startTcpProxy(stage, await sharedEmulator())
    const sink = await startSmtpSink(stage)
    const guide = await createGuide(stage, {
      ...sink.env,
      DATABASE_URL: `firestore://kitchen-guide-faults-${process.pid}-${++databases}`,
      FIRESTORE_EMULATOR_HOST: `127.0.0.1:${proxy.port}`,
    })
    const mend = async () => {
      await pause(holdMs)
      proxy.mend()
      proxy.cutAll()
    }
    return await brokenStore({
      guide,
      arrived: () => sink.arrived,
      runs,
      mayCopy: true,
      meanwhile: ['failure'],
      afterwards: () => afterwards(guide),
      breakIt: async () => {
        breakIt(proxy)
        return mend
      },
    })
  },
})

const refusing = (status: string, word: string) => (proxy: TcpProxy) => {
  proxy.onRequest = (_chunk, { near }) => {
    const body = JSON.stringify({ error: { status: word } })
    near.end(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
    return null
  }
}

export const breakFirestore: readonly Fault[] = [
  onTheLine('F28', 'is down', (proxy) => {
    proxy.accepts = () => false
    proxy.cutAll()
  }),
  {
    ...onTheLine('F28', 'hangs', (proxy) => {
      proxy.onRequest = () => null
    }),
    onlyFull: true,
  },
  onTheLine(
    'F28 F30',
    'commits, and its answer is lost',
    (proxy) => {
      const committing = new Set<Link>()
      proxy.onRequest = (chunk, link) => {
        if (chunk.includes(':commit HTTP')) committing.add(link)
        return chunk
      }
      proxy.onAnswer = (chunk, link) => {
        if (!committing.has(link)) return chunk
        link.near.resetAndDestroy()
        return null
      }
    },
    { runs: 3 },
  ),
  onTheLine('F28', 'answers 503', refusing('503 Service Unavailable', 'UNAVAILABLE')),
  onTheLine('F28', 'answers 429', refusing('429 Too Many Requests', 'RESOURCE_EXHAUSTED')),
  credentialsRefused(),
]

/** Nothing mends that but a person, who has to hear of it; until then it is not asked again and again. */
function credentialsRefused(): Fault {
  const refuse = refusing('403 Forbidden', 'PERMISSION_DENIED')
  let asked = 0
  const breakIt = (proxy: TcpProxy) => {
    asked = 0
    refuse(proxy)
    const { onRequest } = proxy
    proxy.onRequest = (chunk, link) => {
      asked += 1
      return onRequest(chunk, link)
    }
  }
  return onTheLine('F29', 'answers 403', breakIt, {
    holdMs: 2000,
    async afterwards(guide) {
      const sentAlerts = (await guide.logged()).split('\n').filter((line) => line.includes('"alert":"store"'))
      if (sentAlerts.length !== 1) return `${sentAlerts.length} sentAlerts`
      if (!sentAlerts[0]?.includes('PERMISSION_DENIED')) return 'the alerts does not say why'
      return asked > MOST_ASKED ? `it was asked ${asked} times` : null
    },
  })
}
