import { startFirestore, type TestFirestore } from '../server/store/test-firestore.ts'
import { brokenStore } from './broken-store.ts'
import { NotHere } from './databases.ts'
import type { Fault } from './fault.ts'
import { createGuide } from './guide-process.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { createStage } from './stage.ts'
import { type Link, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

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

/** The emulator stays as it is; the line to it breaks. */
const onTheLine = (rows: string, name: string, breakIt: (proxy: TcpProxy) => void, runs = 1): Fault => ({
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
      proxy.onRequest = (chunk) => chunk
      proxy.onAnswer = (chunk) => chunk
      proxy.accepts = () => true
      proxy.cutAll()
    }
    return await brokenStore({
      guide,
      arrived: () => sink.arrived,
      runs,
      mayCopy: true,
      meanwhile: ['failure'],
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
    3,
  ),
  onTheLine('F28', 'answers 503', refusing('503 Service Unavailable', 'UNAVAILABLE')),
  onTheLine('F28', 'answers 429', refusing('429 Too Many Requests', 'RESOURCE_EXHAUSTED')),
  onTheLine('F29', 'answers 403', refusing('403 Forbidden', 'PERMISSION_DENIED')),
]
