import type { ServerResponse } from 'node:http'
import { webhookEvents } from '../../desk/webhooks.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { createWebhooks } from '../../server/desk/webhooks/webhooks.ts'
import { startHttp } from '../../server/testing/http.ts'
import { type Environment, withDatabase } from './database.ts'
import type { Sandbox } from './sandbox.ts'

/** One message as it arrived. */
interface Arrival {
  readonly id: string
  readonly type: string
  readonly projectId: string
  /** Of a project that was created or updated. */
  readonly answers?: Answers
}

interface WebhookSink {
  readonly address: string
  /** Every message that was accepted, in the order of arrival. */
  readonly accepted: Arrival[]
  /** How it refuses messages; null accepts them. */
  refuse: ((response: ServerResponse) => void) | null
  onAccepted: () => void
}

/** A receiver of webhooks that misbehaves on request, and a webhook with every event that calls it. */
export async function addWebhook(sandbox: Sandbox, env: Environment): Promise<WebhookSink> {
  const sink = await startWebhookSink(sandbox)
  const webhook = { address: sink.address, events: webhookEvents }
  await withDatabase(env, ({ db }) => createWebhooks(db).add(webhook, 'operator'))
  return sink
}

async function startWebhookSink(sandbox: Sandbox): Promise<WebhookSink> {
  const origin = await startHttp({ after: sandbox.defer }, async (request, response) => {
    const body = String(Buffer.concat(await Array.fromAsync(request).catch(() => [])))
    if (sink.refuse || body === '') return sink.refuse?.(response)
    const { type, data } = JSON.parse(body)
    const { id: projectId, answers } = data
    sink.accepted.push({ id: String(request.headers['webhook-id']), type, projectId, answers })
    sink.onAccepted()
    response.writeHead(204).end()
  })
  const sink: WebhookSink = {
    address: `${origin}/hook`,
    accepted: [],
    refuse: null,
    onAccepted: () => {},
  }
  return sink
}

interface Verdict {
  /** Events that never arrived. */
  readonly lost: number
  /** Events that arrived under more than one id. */
  readonly duplicated: number
  /** Projects whose change arrived before their creation. */
  readonly swapped: number
  /** Extra copies, each under the id of the first. */
  readonly copies: number
}

/** Compares what arrived with the projects that were submitted and then changed. */
export function webhookVerdict(accepted: readonly Arrival[], ids: readonly string[]): Verdict {
  const byEvent = Map.groupBy(accepted, ({ projectId, type }) => `${projectId} ${type}`)
  const placeOf = (id: string, type: string) =>
    accepted.findIndex((one) => one.projectId === id && one.type === type)
  const events = ids.flatMap((id) => [`${id} project.created`, `${id} project.updated`])
  const arrivals = [...byEvent.values()]
  return {
    lost: events.filter((event) => !byEvent.has(event)).length,
    duplicated: arrivals.filter((copies) => new Set(copies.map(({ id }) => id)).size > 1).length,
    swapped: ids.filter((id) => placeOf(id, 'project.updated') < placeOf(id, 'project.created')).length,
    copies: arrivals.reduce((sum, copies) => sum + copies.length - 1, 0),
  }
}
