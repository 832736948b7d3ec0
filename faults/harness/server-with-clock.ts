import { readFileSync } from 'node:fs'
import { createApp } from '../../server/app.ts'
import { environment, readConfig } from '../../server/config/config.ts'
import { openMailer } from '../../server/mail/open-mailer.ts'
import { createAlerts } from '../../server/monitoring/alerts.ts'
import { createLog } from '../../server/monitoring/log.ts'
import { createMetrics } from '../../server/monitoring/metrics.ts'
import { startRetryLoop } from '../../server/projects/retry-loop.ts'
import { createProjectStore } from '../../server/store/create-project-store.ts'
import { openSqlite } from '../../server/store/sqlite/open-sqlite.ts'

/**
 * The real server with a store whose clock runs ahead by as many milliseconds as the file `ahead` says:
 * an hour of an outage passes in seconds, with every back-off and lease in it.
 */
const config = readConfig(environment())
if (config.storage.driver !== 'sqlite') throw new Error('The clock can be moved on SQLite alone')
const ahead = () => Number(readFileSync('ahead', 'utf8'))
const store = createProjectStore(openSqlite(config.storage.path, () => new Date(Date.now() + ahead())))
const log = createLog('silent', null)
const services = {
  store,
  mailer: await openMailer(config.mail, config.brandName),
  log,
  metrics: createMetrics(),
  alerts: createAlerts(null, log),
}
const page = { renderLanding: () => '', renderNotFound: () => '', renderDesk: () => '' }
const app = await createApp({ ...services, desk: null, page, siteDirectory: import.meta.dirname, config })
await app.listen({ host: config.host, port: config.port })
startRetryLoop(services)
