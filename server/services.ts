import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { OpenDatabase } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { createSettings, type StoredSettings } from './db/stored-settings.ts'
import { createDesk, type Desk } from './desk/desk.ts'
import { describeError, type OperatorError } from './lib/errors.ts'
import { runEvery } from './lib/run-every.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMailer } from './mail/open-mailer.ts'
import { type Alerts, createAlerts } from './monitoring/alerts.ts'
import { createLog, terminalStream } from './monitoring/log.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createDocumentChannel } from './outbox/channels/document.ts'
import { createFirestoreClient } from './outbox/channels/firestore-client.ts'
import { createHomeownerCopy } from './outbox/channels/homeowner-copy.ts'
import { createSpecialistEmail } from './outbox/channels/specialist-email.ts'
import { createWebhookChannel } from './outbox/channels/webhook.ts'
import { createQueue } from './outbox/queue.ts'
import { latestChannelsOf, type ProjectServices } from './projects/project-services.ts'
import { createDeskUrl } from './staff/desk-url.ts'
import { createStaff, type Staff } from './staff/staff.ts'

/** The parts that are opened according to the settings. */
interface Parts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly db: OpenDatabase
  readonly storedSettings: StoredSettings
  readonly mailer: Mailer
  readonly alerts: Alerts
  readonly staff: Staff
  readonly desk: Desk
  readonly deskUrl: ProjectServices['deskUrl']
}

export type Services = ReturnType<typeof connectServices>

export async function createServices(config: Config) {
  const log = createLog(config.logLevel, await terminalStream())
  const db = await openDatabase(config.storage, { onNewer: endProcess })
  const storedSettings = createSettings(db.desk, config, {
    onIgnored: (setting, reason) => log.warn({ setting, reason }, 'A setting of the desk is ignored'),
  })
  const stopLoading = await keepLoaded(storedSettings, log)
  const settings = storedSettings.current
  const mailer = await openMailer(config.mail, settings)
  const alerts = createAlerts(config.alertUrl, log)
  const staff = createStaff(db.desk)
  const desk = createDesk(db.desk, settings, log)
  const deskUrl = createDeskUrl(staff.people, config.siteUrl)
  return {
    ...connectServices({ config, log, db, storedSettings, mailer, alerts, staff, desk, deskUrl }),
    async close() {
      await stopLoading()
      await Promise.all([alerts.stop(), db.close(), mailer.close()])
    },
  }
}

/** How soon a change by another server takes effect. */
const SETTINGS_POLL_MS = 2000

/** Loads the settings now and then regularly. While the database is down, the last known ones stay. */
async function keepLoaded(settings: StoredSettings, log: FastifyBaseLogger) {
  let isFailing = false
  const load = () =>
    settings.load().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ reason: describeError(error) }, 'The settings could not be read')
        isFailing = true
      },
    )
  await load()
  return runEvery(SETTINGS_POLL_MS, load)
}

/** If the database is down at start-up, the server finds out later that it must not use it. */
function endProcess({ message }: OperatorError) {
  process.stderr.write(`The server is stopping. ${message}\n`)
  process.exit(1)
}

/** Connects the outbox to its channels. */
export function connectServices(parts: Parts) {
  const { config, log, db, storedSettings, mailer, alerts, desk, deskUrl } = parts
  const { siteUrl, webhookAllowPrivate } = config
  const settings = storedSettings.current
  const firestore = config.firestore && createFirestoreClient(config.firestore)
  return {
    ...parts,
    metrics: createMetrics(),
    firestore,
    queue: createQueue(db),
    channels: {
      document: firestore && createDocumentChannel(firestore, alerts),
      specialist: createSpecialistEmail({ settings, mailer, log, alerts, deskUrl }),
      homeowner: createHomeownerCopy({ settings, mailer, log, siteUrl }),
      webhook: createWebhookChannel({ webhooks: desk.webhooks, alerts, webhookAllowPrivate }),
    },
    latestChannels: latestChannelsOf(config),
    settings,
  }
}
