import { startFirestore, type TestFirestore } from '../../server/testing/firestore.ts'
import { type Fault, Unavailable } from '../harness/fault.ts'
import { createServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { testBrokenStore } from './broken-store.ts'

let emulator: Promise<TestFirestore | string> | null = null

export async function closeEmulator(): Promise<void> {
  const started = await emulator
  if (started && typeof started !== 'string') await started.close()
}

export const firestoreFault: Fault = {
  rows: 'F28 F30',
  name: 'Firestore commits, and the response is lost',
  async run(trial) {
    emulator ??= startFirestore()
    const firestore = await emulator
    if (typeof firestore === 'string') throw new Unavailable(firestore)
    const proxy = await startTcpProxy(trial, Number(firestore.host.split(':')[1]))
    const server = await createServer(trial, {
      mail: await startSmtpSink(trial),
      env: {
        DATABASE_URL: `firestore://kitchen-guide-faults-${process.pid}`,
        FIRESTORE_EMULATOR_HOST: `127.0.0.1:${proxy.port}`,
      },
    })
    return testBrokenStore(trial, {
      server,
      runs: 3,
      mayCopy: true,
      async breakIt() {
        loseCommits(proxy)
        return () => {
          proxy.repair()
          proxy.cutAll()
        }
      },
    })
  },
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
