import type { TestContext } from 'node:test'
import { startHttp } from './http.ts'

/** A real server that receives alerts. `statusOf` returns the status for the nth one. */
export async function startWebhook(t: TestContext, statusOf: (nth: number) => number = () => 200) {
  const posted: string[] = []
  const origin = await startHttp(t, (request, response) => {
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
  return { url: `${origin}/hook`, posted }
}
