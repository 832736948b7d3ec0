import { join } from 'node:path'
import { environment, readConfig } from '../config/config.ts'
import { keepCompiled } from '../lib/compile-cache.ts'
import { endWell } from '../lib/graceful-shutdown.ts'

/** The server in a process of its own, as main.ts starts it, with a page of one line: for tests that kill it. */
const page = {
  renderLanding: () => '<!doctype html>landing',
  renderNotFound: () => '<!doctype html>not here',
  renderDesk: () => '<!doctype html>desk',
}

const writeCompiled = keepCompiled()
const { startServer } = await import('../start-server.ts')
const env = environment()
const build = { page, siteDirectory: join(import.meta.dirname, '..'), warning: async () => null }
const starting = startServer(readConfig(env), build)
endWell(starting, env)
await starting
writeCompiled()
