import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { startDailyBackups } from './backup/daily-backups.ts'
import type { Config } from './config/config.ts'
import { startDeskJobs } from './desk/jobs/desk-jobs.ts'
import { describeError, hasCode, OperatorError } from './lib/errors.ts'
import { startUpWarnings } from './monitoring/start-up-warnings.ts'
import { startOutboxLoop } from './outbox/outbox-loop.ts'
import { startRetryLoop } from './projects/retry-loop.ts'
import { startSuspiciousDigest } from './projects/suspicious-digest.ts'
import { createServices, type Services } from './services.ts'
import type { Page } from './site/pages.ts'
import { describeStorage } from './store/describe-storage.ts'
import type { ProjectStore } from './store/project-store.ts'

/** What the build made. */
export interface Build {
  readonly page: Page
  readonly siteDirectory: string
  readonly isOutdated: () => Promise<boolean>
}

/** Starts the web server and the background jobs. Returns a function that finishes requests in flight and stops. */
export async function startServer(config: Config, build: Build): Promise<() => Promise<void>> {
  // Before the store is opened, which creates a missing file.
  const storage = describeStorage(config.storage)
  const services = await createServices(config)
  const { log, desk, mailer } = services
  const backups = startDailyBackups(config, services)
  const app = await createApp({ ...services, ...build, backupStatus: backups.status })
  const address = await listen(app, config)
  const retryLoop = startRetryLoop(services)
  const outboxLoop = startOutboxLoop({ ...services, ...config })
  const digest = startSuspiciousDigest(services)
  const deskJobs =
    desk && startDeskJobs({ ...services, ...config, desk, hasAlertUrl: config.alertUrl !== null })

  log.info(`Open ${address}`)
  log.info(`Projects are stored in ${storage}`)
  log.info(`E-mails go to ${mailer.destination}`)
  void checkSetup(services, build)

  return async () => {
    log.info('Finishing the requests in flight')
    await Promise.all([app.close(), retryLoop.stop(), outboxLoop.stop(), digest.stop(), backups.stop()])
    await deskJobs?.stop()
    await services.close()
  }
}

/** Logs what is wrong with the setup. The start does not wait for it. */
async function checkSetup({ config, store, mailer, log }: Services, { isOutdated }: Build) {
  mailer
    .check()
    .catch((error: unknown) => log.error({ reason: describeError(error) }, 'E-mails cannot be sent now'))
  try {
    await store.check()
  } catch (error) {
    log.error({ reason: describeError(error) }, 'Projects cannot be stored now')
  }
  const facts = { isBuildOutdated: isOutdated, hasProjects: () => hasProjects(store) }
  for (const warning of await startUpWarnings(config, facts)) log.warn(warning)
}

async function hasProjects(store: ProjectStore): Promise<boolean> {
  try {
    for await (const _ of store.projects()) return true
    return false
  } catch {
    // Counts as yes: without a store, the warning about a forgotten file would be wrong.
    return true
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => `Listening at ${address}` })
  } catch (error) {
    throw new OperatorError(reasonNotListening(error, host, port))
  }
}

function reasonNotListening(error: unknown, host: string, port: number): string {
  if (hasCode(error, 'EADDRINUSE'))
    return `Another program uses port ${port}: stop it, or set PORT to another number.`
  if (hasCode(error, 'EACCES'))
    return `PORT is ${port}, which only an administrator may open: set it to 1024 or more.`
  if (hasCode(error, 'EADDRNOTAVAIL')) return `HOST is ${host}, which is not an address of this machine.`
  if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'EAI_AGAIN'))
    return `HOST is ${host}, which is not found: set it to an address of this machine.`
  return `HOST is ${host} and PORT is ${port}, where the server cannot listen: ${describeError(error)}.`
}
