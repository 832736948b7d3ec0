import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** What ends: a test, or a sandbox of faults/. */
export interface Owner {
  after(cleanUp: () => unknown): void
}

/** Starts an HTTP server, and returns its origin. */
export async function startHttp(t: Owner, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
