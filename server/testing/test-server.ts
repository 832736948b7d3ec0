import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { environment, readConfig } from '../config/config.ts'
import { gracefulShutdown } from '../lib/graceful-shutdown.ts'

// The server in a process of its own, as main.ts starts it, but with pages of one line. For tests that kill it.
const SERVER = join(import.meta.dirname, '..')
const page = {
  renderLanding: () => '<!doctype html>landing',
  renderNotFound: () => '<!doctype html>not here',
  renderDesk: () => '<!doctype html>desk',
  renderBrief: () => '<!doctype html>brief',
}

enableCompileCache(join(SERVER, '../dist/compiled'))
const { startServer } = await import('../start-server.ts')
const env = environment()
const build = {
  page,
  siteDirectory: SERVER,
  isOutdated: async () => false,
  npmScript: env.npm_lifecycle_event,
}
const starting = startServer(readConfig(env), build)
gracefulShutdown(starting, env)
await starting
flushCompileCache()
