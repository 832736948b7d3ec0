import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { createFirestoreClient } from '../outbox/channels/firestore-client.ts'
import { startHttp } from './http.ts'

/** A call on its way to the emulator, such as `commit`. `pass` hands it on and returns what the emulator answers. */
export interface FirestoreCall {
  readonly method: string
  readonly response: ServerResponse
  readonly pass: () => Promise<void>
}

/** An empty Firestore database, and a client whose calls a test may delay, refuse or leave without a response. */
export async function startFirestoreProxy(t: TestContext, host: string) {
  const projectId = `guide-${randomUUID()}`
  const proxy = { answer: ({ pass }: FirestoreCall): unknown => pass() }
  const origin = await startHttp(t, async (request, response) => {
    const body = String(Buffer.concat(await Array.fromAsync(request)))
    const pass = async () => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer owner' }
      const answer = await fetch(`http://${host}${request.url}`, { method: 'POST', headers, body })
      response.writeHead(answer.status).end(await answer.text())
    }
    await proxy.answer({ method: request.url?.split(':').at(-1) ?? '', response, pass })
  })
  const direct = createFirestoreClient({ projectId, emulatorHost: host })
  return {
    proxy,
    client: createFirestoreClient({ projectId, emulatorHost: new URL(origin).host }),
    direct,
    documents: () => direct.list('projects', { limit: 100 }, AbortSignal.timeout(10_000)),
  }
}
