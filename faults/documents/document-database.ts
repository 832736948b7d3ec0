import { once } from 'node:events'
import { connect } from 'node:net'
import {
  createFirestoreClient,
  type FirestoreDocument,
  idFrom,
} from '../../server/outbox/channels/firestore-client.ts'
import { startFirestore, type TestFirestore } from '../../server/testing/firestore.ts'
import { startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { Unavailable } from '../harness/fault.ts'
import type { ExportedProject } from '../harness/oracle.ts'
import type { Sandbox } from '../harness/sandbox.ts'

/** Documents in one response. */
const PAGE = 300

let emulator: Promise<TestFirestore | string> | null = null
let databases = 0

export async function closeEmulator(): Promise<void> {
  const started = await emulator
  if (started && typeof started !== 'string') await started.close()
}

/** An empty document database on Google's emulator. */
export async function newDocumentDatabase(sandbox: Sandbox) {
  emulator ??= startFirestore()
  const firestore = await emulator
  if (typeof firestore === 'string') throw new Unavailable(firestore)
  const projectId = `kitchen-guide-faults-${process.pid}-${++databases}`
  const client = createFirestoreClient({ projectId, emulatorHost: firestore.host })

  async function documents(): Promise<readonly ExportedProject[]> {
    const found: FirestoreDocument[] = []
    while (true) {
      const after = found.at(-1)?.name
      const page = await client.list('projects', { after, limit: PAGE }, AbortSignal.timeout(30_000))
      found.push(...page)
      if (page.length < PAGE) return found.map(projectFrom)
    }
  }

  return {
    documents,
    has: async (id: string) => (await documents()).some((document) => document.id === id),
    /** A connection for one server, which a fault can break. */
    async connect() {
      const proxy = await startTcpProxy({ after: sandbox.defer }, Number(firestore.host.split(':')[1]))
      const env = { FIRESTORE_PROJECT: projectId, FIRESTORE_EMULATOR_HOST: `127.0.0.1:${proxy.port}` }
      return { proxy, env }
    },
  }
}

const projectFrom = ({ name, fields = {} }: FirestoreDocument): ExportedProject => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, String(Object.values(value)[0])]),
  ),
  id: idFrom(name),
})

export const isCommit = (chunk: Buffer) => chunk.includes(':commit HTTP')

/** Delays the first request that contains these words, until its server stops waiting for the response. */
export function holdRequest(proxy: TcpProxy, words: string) {
  const held = Promise.withResolvers<Buffer>()
  let isHeld = false
  proxy.onRequest = (chunk) => {
    if (isHeld || !chunk.includes(words)) return chunk
    isHeld = true
    held.resolve(chunk)
    return null
  }
  return {
    reached: held.promise,
    /** Forwards the request, and resolves with the response. */
    async release(): Promise<string> {
      const socket = connect(proxy.target, '127.0.0.1')
      socket.write(await held.promise)
      const [response] = await once(socket, 'data')
      socket.destroy()
      return String(response)
    },
  }
}
