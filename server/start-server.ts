import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { startDailyBackups } from './backup/daily-backups.ts'
import type { Config } from './config/config.ts'
import { describeStorage } from './db/describe-storage.ts'
import { query } from './db/rows.ts'
import { sql } from './db/sql.ts'
import { startDeskJobs } from './desk/jobs/desk-jobs.ts'
import { describeError, hasCode, OperatorError } from './lib/errors.ts'
import { version } from './lib/product.ts'
import { startUpWarnings } from './monitoring/start-up-warnings.ts'
import { startOutboxLoop } from './outbox/loop.ts'
import { requireImport } from './projects/import-firestore.ts'
import { startSuspiciousDigest } from './projects/suspicious-digest.ts'
import { createServices, type Services } from './services.ts'
import type { Page } from './site/pages.ts'
import { deskAddress } from './staff/desk-url.ts'

export interface Build {
  readonly page: Page
  readonly siteDirectory: string
  readonly isOutdated: () => Promise<boolean>
  /** The npm script that started the server: `start`, `dev`, or undefined without npm, as in a container. */
  readonly npmScript: string | undefined
}

/** Starts the web server and the background jobs. Returns a function that finishes requests in flight and stops. */
export async function startServer(config: Config, build: Build): Promise<() => Promise<void>> {
  // Called before the database is opened, which creates a missing file.
  const storage = describeStorage(config.storage)
  const services = await createServices(config)
  const { log, desk, mailer, db, firestore } = services
  log.info(`Kitchen Guide ${version}`)
  const warning =
    firestore && config.firestore && (await requireImport(db, firestore, config.firestore.projectId))
  if (warning) log.warn(warning)
  const backups = startDailyBackups(config, services)
  const app = await createApp({ ...services, ...build, backupStatus: backups.status })
  const address = await listen(app, config)
  const outboxLoop = startOutboxLoop(services)
  const digest = startSuspiciousDigest(services)
  const deskJobs = startDeskJobs({ ...services, desk, hasAlertUrl: config.alertUrl !== null })

  log.info(`Open ${address}`)
  log.info(`Projects are stored in ${storage}`)
  log.info(`Emails go to ${mailer.destination}`)
  void checkSetup(services, build)
  // A container may have a terminal, but its log has what the terminal shows.
  if (build.npmScript === 'start' && process.stdout.isTTY) void printFirstLink(services)

  return async () => {
    log.info('Finishing the requests in flight')
    const stopRequests = async () => {
      await app.close()
      // From here on, no request counts a visit.
      await deskJobs.stop()
    }
    await Promise.all([stopRequests(), outboxLoop.stop(), digest.stop(), backups.stop()])
    await services.close()
  }
}

/** It is never logged, because other people may read a log. */
async function printFirstLink({ config, staff }: Services) {
  // If the database is down, checkSetup logs it.
  const token = await staff.firstOwner.invite().catch(() => null)
  if (token !== null)
    process.stdout.write(
      `\nThe desk has no owner yet. Open this link to become its first one. It works once, until the server stops:\n${deskAddress(config)}#first=${token}\n\n`,
    )
}

/** Logs problems with the setup, without delaying the start. */
async function checkSetup({ config, db, mailer, log }: Services, { isOutdated }: Build) {
  mailer
    .check()
    .catch((error: unknown) =>
      log.error({ reason: describeError(error) }, 'Emails cannot be sent at the moment'),
    )
  try {
    await db.check()
  } catch (error) {
    log.error({ reason: describeError(error) }, 'Projects cannot be stored at the moment')
  }
  const hasProjects = async () => {
    // Do not warn about a forgotten file while the database is down.
    const found = await db.all(query(sql`select 1 from projects limit 1`, {})).catch(() => null)
    return found === null || found.length > 0
  }
  const facts = { isBuildOutdated: isOutdated, hasProjects }
  for (const warning of await startUpWarnings(config, facts)) log.warn(warning)
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
    return `Another program uses port ${port}. Stop it, or set PORT to another number.`
  if (hasCode(error, 'EACCES'))
    return `PORT is ${port}, which only an administrator may open. Set it to 1024 or more.`
  if (hasCode(error, 'EADDRNOTAVAIL')) return `HOST is ${host}, which is not an address of this machine.`
  if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'EAI_AGAIN'))
    return `HOST is ${host}, which was not found. Set it to an address of this machine.`
  return `The server cannot listen on HOST ${host} and PORT ${port}: ${describeError(error)}.`
}
