import './node-version.ts'
import { fileURLToPath } from 'node:url'
import { createAlarm } from './alarm.ts'
import { createApp } from './app.ts'
import { environment, readConfig } from './config.ts'
import { ConfigProblem } from './config-problem.ts'
import { loadPage } from './load-page.ts'
import { createLog, streamForPeople } from './log.ts'
import { openMailer } from './mail/mailer.ts'
import { createMetrics } from './metrics.ts'
import { reasonOf } from './reason-of.ts'
import { startRetryLoop } from './retry-loop.ts'
import { describeStorage, openProjectStore } from './store/project-store.ts'

const BUILD = new URL('../dist/', import.meta.url)
/** More than a request may take, less than process managers wait before they kill. */
const LONGEST_GOODBYE_MS = 25_000

/** Files of ours are nobody else's. */
process.umask(0o077)

try {
  await start()
} catch (error) {
  const message = error instanceof ConfigProblem ? error.message : reasonOf(error)
  process.stderr.write(`The server did not start. ${message}\n`)
  process.exit(1)
}

async function start() {
  const config = readConfig(environment())
  const log = createLog(config.logLevel, await streamForPeople())
  const page = await loadPage(new URL('page/page.js', BUILD).href)
  const store = await openProjectStore(config.storage)
  const mailer = await openMailer(config.mail, config.brandName)
  const services = { store, mailer, log, metrics: createMetrics(), alarm: createAlarm(config.alertUrl, log) }
  const app = await createApp({
    ...services,
    page,
    config,
    siteDirectory: fileURLToPath(new URL('site/', BUILD)),
  })

  const address = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => 'listening',
  })
  const retries = startRetryLoop(services)
  log.info(`Open ${address}`)
  log.info(`Projects are kept in ${describeStorage(config.storage)}`)
  log.info(`E-mails go to ${mailer.destination}`)
  void store
    .check()
    .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'Projects cannot be kept now'))
  void mailer
    .check()
    .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'E-mails cannot be sent now'))

  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    log.info('Finishing what is in flight')
    setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref()
    await Promise.all([app.close(), retries.stop()])
    await Promise.all([store.close(), mailer.close()])
    process.exit(0)
  }
  process.once('SIGTERM', end).once('SIGINT', end)
}
