import { type NewWebhook, newWebhook, webhookChange } from '../../../desk/requests.ts'
import {
  MAX_WEBHOOK_ADDRESS_LENGTH,
  type WebhookProblem,
  type WebhookSecret,
  type WebhookTest,
} from '../../../desk/webhooks.ts'
import { sendProblem } from '../../http/problem.ts'
import { byId, type Routes } from '../../http/routes.ts'
import { isWebhookAddress } from '../../lib/addresses.ts'
import { isPrivateHost } from '../../outbox/channels/private-addresses.ts'
import { sendWebhook } from '../../outbox/channels/send-webhook.ts'
import { newMessageId } from '../../outbox/message-statements.ts'
import type { DeskRouteServices } from '../desk.ts'

const TEST_EVENT = 'webhook.test'

/** The list of webhooks, which only owners can see and change. */
export function addWebhookRoutes(routes: Routes, services: DeskRouteServices) {
  const { desk, personOf, webhookAllowPrivate } = services
  const { webhooks } = desk
  const ownersOnly = { config: { ownersOnly: true } }

  routes.get('/webhooks', ownersOnly, () => webhooks.list())

  routes.post('/webhooks', { ...ownersOnly, schema: { body: newWebhook } }, async (request, reply) => {
    const added = { ...request.body, address: request.body.address.trim() }
    const problem = problemWith(added, webhookAllowPrivate)
    if (problem) return sendProblem(reply, 422, { problem })
    const secret = await webhooks.add(added, personOf(request).email)
    if (secret === null) return sendProblem(reply, 422, { problem: 'too many' satisfies WebhookProblem })
    return reply.code(201).send({ secret } satisfies WebhookSecret)
  })

  const change = { ...byId, body: webhookChange }
  routes.post('/webhooks/:id', { ...ownersOnly, schema: change }, async (request, reply) => {
    const isFound = await webhooks.setOn(request.params.id, request.body.isOn, personOf(request).email)
    return isFound ? reply.code(204).send() : sendProblem(reply, 404)
  })

  routes.post('/webhooks/:id/secret', { ...ownersOnly, schema: byId }, async (request, reply) => {
    const secret = await webhooks.rotate(request.params.id, personOf(request).email)
    return secret === null ? sendProblem(reply, 404) : ({ secret } satisfies WebhookSecret)
  })

  routes.post('/webhooks/:id/test', { ...ownersOnly, schema: byId }, async ({ params }, reply) => {
    const webhook = await webhooks.find(params.id)
    if (!webhook) return sendProblem(reply, 404)
    const at = new Date().toISOString()
    const body = JSON.stringify({ type: TEST_EVENT, timestamp: at, data: {} })
    const { kind, outcome } = await sendWebhook({ id: newMessageId(), body }, webhook, services)
    const isSuccess = kind === 'sent'
    await webhooks.record(params.id, { at, event: TEST_EVENT, outcome, isSuccess })
    return { outcome, isSuccess } satisfies WebhookTest
  })

  routes.delete('/webhooks/:id', { ...ownersOnly, schema: byId }, async (request, reply) => {
    const isFound = await webhooks.remove(request.params.id, personOf(request).email)
    return isFound ? reply.code(204).send() : sendProblem(reply, 404)
  })
}

/** Names are resolved at each request instead, because their addresses may change. */
function problemWith({ address, events }: NewWebhook, allowPrivate: boolean): WebhookProblem | null {
  const url = address.length > MAX_WEBHOOK_ADDRESS_LENGTH ? null : URL.parse(address)
  if (url?.username !== '' || url.password !== '') return 'not an address'
  if (!isWebhookAddress(address)) return /^https?:$/.test(url.protocol) ? 'not https' : 'not an address'
  if (!allowPrivate && (url.hostname === 'localhost' || isPrivateHost(url.hostname))) return 'private network'
  return events.length === 0 ? 'no events' : null
}
