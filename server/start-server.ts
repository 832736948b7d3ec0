import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { startDailyBackups } from './backup/daily-backups.ts'
import type { Config } from './config/config.ts'
import type { OpenDatabase } from './db/database.ts'
import { describeStorage } from './db/describe-storage.ts'
import { selectProjectsSince } from './db/project-statements.ts'
import { startDeskJobs } from './desk/jobs/desk-jobs.ts'
import { describeError, hasCode, OperatorError } from './lib/errors.ts'
import { startUpWarnings } from './monitoring/start-up-warnings.ts'
import { startOutboxLoop } from './outbox/loop.ts'
import { refuseUnimported } from './projects/import-firestore.ts'
import { startSuspiciousDigest } from './projects/suspicious-digest.ts'
import { createServices, type Services } from './services.ts'
import type { Page } from './site/pages.ts'

/** What the build made. */
export interface Build {
  readonly page: Page
  readonly siteDirectory: string
  readonly isOutdated: () => Promise<boolean>
}

/** Starts the web server and the background jobs. Returns a function that finishes requests in flight and stops. */
export async function startServer(config: Config, build: Build): Promise<() => Promise<void>> {
  // Before the database is opened, which creates a missing file.
  const storage = describeStorage(config.storage)
  const services = await createServices(config)
  const { log, desk, mailer, db, firestore } = services
  const warning =
    firestore && config.firestore && (await refuseUnimported(db, firestore, config.firestore.projectId))
  if (warning) log.warn(warning)
  const backups = startDailyBackups(config, services)
  const app = await createApp({ ...services, ...build, backupStatus: backups.status })
  const address = await listen(app, config)
  const outboxLoop = startOutboxLoop(services)
  const digest = startSuspiciousDigest(services)
  const deskJobs = startDeskJobs({ ...services, ...config, desk, hasAlertUrl: config.alertUrl !== null })

  log.info(`Open ${address}`)
  log.info(`Projects are stored in ${storage}`)
  log.info(`E-mails go to ${mailer.destination}`)
  void checkSetup(services, build)

  return async () => {
    log.info('Finishing the requests in flight')
    const stopRequests = async () => {
      await app.close()
      // Now no request counts a visit any more.
      await deskJobs.stop()
    }
    await Promise.all([stopRequests(), outboxLoop.stop(), digest.stop(), backups.stop()])
    await services.close()
  }
}

/** Logs what is wrong with the setup. The start does not wait for it. */
async function checkSetup({ config, db, mailer, log }: Services, { isOutdated }: Build) {
  mailer
    .check()
    .catch((error: unknown) => log.error({ reason: describeError(error) }, 'E-mails cannot be sent now'))
  try {
    await db.check()
  } catch (error) {
    log.error({ reason: describeError(error) }, 'Projects cannot be stored now')
  }
  const facts = { isBuildOutdated: isOutdated, hasProjects: () => hasProjects(db) }
  for (const warning of await startUpWarnings(config, facts)) log.warn(warning)
}

async function hasProjects(db: OpenDatabase): Promise<boolean> {
  try {
    for await (const _ of db.stream(selectProjectsSince(db.dialect, new Date(0)))) return true
    return false
  } catch {
    // While the database is down, do not warn about a forgotten file.
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
