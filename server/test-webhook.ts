import { createServer } from 'node:http'
import type { TestContext } from 'node:test'

/** A real server that takes alarms; `statusOf` decides how the nth is answered. */
export async function startWebhook(t: TestContext, statusOf: (nth: number) => number = () => 200) {
  const posted: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      posted.push(body)
      const isJson = request.headers['content-type'] === 'application/json'
      response.writeHead(isJson ? statusOf(posted.length) : 415, { location: '/elsewhere' }).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`, posted }
}
