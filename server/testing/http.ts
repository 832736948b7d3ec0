import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { TestContext } from 'node:test'

/** Starts an HTTP server for one test, and returns its origin. */
export async function startHttp(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
