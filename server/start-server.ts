import { stat } from 'node:fs/promises'
import { createApp } from './app.ts'
import { type Config, defaults } from './config/config.ts'
import { createDesk } from './desk/desk.ts'
import { startDeskJobs } from './desk/jobs/desk-jobs.ts'
import { describeError, hasCode, OperatorError } from './lib/errors.ts'
import { openMailer } from './mail/open-mailer.ts'
import { createAlerts } from './monitoring/alerts.ts'
import { earlyClockWarning } from './monitoring/early-clock-warning.ts'
import { createLog, streamForPeople } from './monitoring/log.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { plainHttpWarning } from './monitoring/plain-http-warning.ts'
import type { DeliveryServices } from './projects/deliver.ts'
import { startRetryLoop } from './projects/retry-loop.ts'
import type { Page } from './site/pages.ts'
import { createProjectStore } from './store/create-project-store.ts'
import { describeStorage, storageWarning } from './store/describe-storage.ts'
import { leftBehindWarning } from './store/left-behind-warning.ts'
import { openDriver } from './store/open-store.ts'

/** What the build made: the page, and the directory of public files. */
export interface Build {
  readonly page: Page
  readonly siteDirectory: string
  /** What to tell whoever starts a server with it, if anything. */
  readonly warning: () => Promise<string | null>
}

/** Where projects are kept when nobody has said otherwise. */
const USUAL_FILE = defaults.DATABASE_URL.replace('sqlite:', '')

/** Opens the store and the mailer, listens, and returns how to end well: what is in flight is finished. */
export async function startServer(config: Config, build: Build): Promise<() => Promise<void>> {
  const log = createLog(config.logLevel, await streamForPeople())
  // Before it is opened, which makes a file that is not there.
  const keptIn = describeStorage(config.storage)
  const driver = await openDriver(config.storage)
  const store = createProjectStore(driver)
  const desk = driver.sql && createDesk(driver.sql, config.businessHours, log)
  const mailer = await openMailer(config.mail, config.brandName)
  const alerts = createAlerts(config.alertUrl, log)
  const services = { store, mailer, log, metrics: createMetrics(), alerts }
  const app = await createApp({ ...services, ...build, desk, config })
  const { host, port } = config
  const listenTextResolver = (at: string) => `Listening at ${at}`
  const address = await app.listen({ host, port, listenTextResolver }).catch((error: unknown) => {
    throw new OperatorError(whyNotListening(error, config))
  })
  const retries = startRetryLoop(services)
  const deskWork =
    desk && startDeskJobs({ ...services, ...config, desk, hasAlertUrl: config.alertUrl !== null })

  for (const warning of await warningsAbout(config, build)) log.warn(warning)
  log.info(`Open ${address}`)
  log.info(`Projects are kept in ${keptIn}`)
  log.info(`E-mails go to ${mailer.destination}`)
  tellLater(config, build, services)

  return async () => {
    log.info('Finishing what is in flight')
    await Promise.all([app.close(), retries.stop()])
    await deskWork?.stop()
    await Promise.all([alerts.stop(), store.close(), mailer.close()])
  }
}

/** What is no reason not to start. */
async function warningsAbout(config: Config, { siteDirectory }: Build): Promise<readonly string[]> {
  const { mtime: builtAt } = await stat(siteDirectory)
  const isRetentionVain = config.storage.driver === 'firestore' && config.retentionDays > 0
  return [
    isRetentionVain ? 'RETENTION_DAYS does nothing with Firestore' : null,
    plainHttpWarning(config),
    await storageWarning(config.storage),
    earlyClockWarning(new Date(), builtAt),
  ].filter((warning) => warning !== null)
}

/** What takes a while to find out: the start does not wait for it. */
function tellLater({ storage }: Config, build: Build, { store, mailer, log }: DeliveryServices) {
  const warn = (warning: string | null) => {
    if (warning) log.warn(warning)
  }
  void store.check().then(
    async () => warn(await leftBehindWarning(storage, store, USUAL_FILE).catch(() => null)),
    (error: unknown) => log.error({ reason: describeError(error) }, 'Projects cannot be kept now'),
  )
  void mailer
    .check()
    .catch((error: unknown) => log.error({ reason: describeError(error) }, 'E-mails cannot be sent now'))
  void build.warning().then(warn)
}

function whyNotListening(error: unknown, { host, port }: Config): string {
  if (hasCode(error, 'EADDRINUSE'))
    return `Another program has port ${port}: end it, or set PORT to another number.`
  if (hasCode(error, 'EACCES'))
    return `PORT is ${port}, which only the administrator may open: set it to 1024 or more.`
  if (hasCode(error, 'EADDRNOTAVAIL')) return `HOST is ${host}, which is no address of this machine.`
  if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'EAI_AGAIN'))
    return `HOST is ${host}, which is not found: set it to an address of this machine.`
  return `HOST is ${host} and PORT is ${port}, where nobody can listen: ${describeError(error)}.`
}
