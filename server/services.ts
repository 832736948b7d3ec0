import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import { indexAndQueueCopy } from './desk/briefs/briefs.ts'
import { createDesk, createDeskUrl, type Desk } from './desk/desk.ts'
import { indexStatements } from './desk/inbox/project-index.ts'
import { openMailer } from './mail/open-mailer.ts'
import { createAlerts } from './monitoring/alerts.ts'
import { createLog, terminalStream } from './monitoring/log.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createEnvWebhook, envChannels } from './outbox/env-webhook.ts'
import type { Webhooks } from './outbox/webhook.ts'
import type { DeliveryServices } from './projects/deliver.ts'
import { createProjectStore } from './store/create-project-store.ts'
import { openDriver } from './store/open-store.ts'

/** What the routes and the background jobs share. */
export interface Services extends DeliveryServices {
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** Null with Firestore, which has no tables for the desk. */
  readonly desk: Desk | null
  readonly webhooks: Webhooks
  close(): Promise<void>
}

/** Opens the store and the mailer that the settings name. */
export async function createServices(config: Config): Promise<Services> {
  const log = createLog(config.logLevel, await terminalStream())
  const channels = envChannels(config.webhook)
  const statements = config.homeownerCopy ? indexAndQueueCopy : indexStatements
  const driver = await openDriver(config.storage, { indexStatements: statements, channels })
  const store = createProjectStore(driver)
  const mailer = await openMailer(config.mail, config.brandName)
  const alerts = createAlerts(config.alertUrl, log)
  const desk = driver.sql && createDesk(driver.sql, config.businessHours, log)
  return {
    config,
    log,
    store,
    mailer,
    alerts,
    metrics: createMetrics(),
    desk,
    webhooks: desk ? desk.webhooks : createEnvWebhook(config.webhook),
    deskUrl: createDeskUrl(desk, config.siteUrl),
    async close() {
      await Promise.all([alerts.stop(), store.close(), mailer.close()])
    },
  }
}
