import { channelOf, type Webhook, type Webhooks } from './webhook.ts'

/** The channel of the webhook in the settings, for a store without a desk. */
export const ENV_CHANNEL = channelOf('env')

/** The channels that a store without a desk queues messages for. */
export const envChannels = (webhook: Webhook | null) => (webhook ? [ENV_CHANNEL] : [])

/** The webhook of WEBHOOK_URL. After 410 Gone it is off until the server starts again. */
export function createEnvWebhook(webhook: Webhook | null): Webhooks {
  let isOn = true
  return {
    find: async (channel) => (isOn && channel === ENV_CHANNEL ? webhook : null),
    async record() {},
    async turnOff() {
      isOn = false
    },
  }
}
