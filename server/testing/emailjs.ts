import type { TestContext } from 'node:test'
import { startHttp } from './http.ts'

export interface TestEmailJs {
  readonly origin: string
  readonly received: {
    readonly path: string
    readonly fields: Record<string, unknown>
    readonly at: number
  }[]
  /** Answered instead of 200 OK. Status 0 drops the connection. */
  refusal: {
    readonly status: number
    readonly text: string
    readonly headers?: Record<string, string>
  } | null
}

/** A stand-in for EmailJS with the same wire format and refusals. */
export async function startEmailJs(t: TestContext): Promise<TestEmailJs> {
  const received: TestEmailJs['received'] = []
  const origin = await startHttp(t, async (request, response) => {
    const { refusal } = service
    if (refusal?.status === 0) return void request.socket.destroy()
    if (request.method === 'HEAD') return void response.end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const type = request.headers['content-type'] ?? ''
    const fields = await fieldsIn(Buffer.concat(chunks), type)
    const missing = missingIn(fields)
    const answer = refusal ?? (missing ? { status: 400, text: missing } : { status: 200, text: 'OK' })
    if (answer.status === 200) received.push({ path: request.url ?? '', fields, at: performance.now() })
    response.writeHead(answer.status, { 'content-type': 'text/plain', ...refusal?.headers }).end(answer.text)
  })
  const service: TestEmailJs = { origin, received, refusal: null }
  return service
}

async function fieldsIn(body: Buffer, type: string): Promise<Record<string, unknown>> {
  if (type === 'application/json') return JSON.parse(body.toString())
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(form)
}

function missingIn(fields: Record<string, unknown>): string | null {
  if (!fields.user_id) return 'The public key is required. Visit the account page'
  if (!fields.service_id) return 'The service ID is required. Visit the services page'
  return fields.template_id ? null : 'The template ID is required. Visit the templates page'
}
