import type { Webhook, WebhookSecret } from '../../../desk/webhooks.ts'
import { listOf, objectWith } from '../app/api-result.ts'
import { apiQuery } from '../app/use-desk.ts'

export const webhooksQuery = apiQuery('webhooks', listOf<Webhook>())

export const secretShape = objectWith<WebhookSecret>('secret')
