import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { startHttp } from './http.ts'

/** One request to a webhook. */
export interface Received {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The event and the id of the project. */
  readonly type: string
  readonly projectId: string
}

/** A real receiver of webhooks. `answer` may be replaced; by default every message is accepted. */
export async function startReceiver(t: TestContext) {
  const received: Received[] = []
  const receiver = {
    received,
    answer: (_request: Received, response: ServerResponse): void => void response.writeHead(204).end(),
    url: '',
  }
  const origin = await startHttp(t, async (request, response) => {
    const body = String(Buffer.concat(await Array.fromAsync(request)))
    const { type, data } = JSON.parse(body)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const one = { id: headers['webhook-id'] ?? '', headers, body, type, projectId: data.id }
    received.push(one)
    receiver.answer(one, response)
  })
  receiver.url = `${origin}/hook`
  return receiver
}
