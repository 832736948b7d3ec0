import './lib/node-version.ts'
import { fileURLToPath } from 'node:url'
import { keepCompiled } from './lib/compile-cache.ts'
import { describeError, OperatorError } from './lib/errors.ts'
import { endWell } from './lib/graceful-shutdown.ts'
import { loadPage } from './site/load-page.ts'
import { oldBuildWarning } from './site/old-build-warning.ts'

const BUILD = new URL('../dist/', import.meta.url)

// Files of ours are nobody else's.
process.umask(0o077)

try {
  const writeCompiled = keepCompiled()
  const { environment, readConfig } = await import('./config/config.ts')
  const env = environment()
  const config = readConfig(env)
  const { startServer } = await import('./start-server.ts')
  const page = await loadPage(new URL('page/page.js', BUILD).href)
  const siteDirectory = fileURLToPath(new URL('site/', BUILD))
  // While somebody works on it, the page is not the built one.
  const warning = env.npm_lifecycle_event === 'dev' ? async () => null : oldBuildWarning
  const starting = startServer(config, { page, siteDirectory, warning })
  endWell(starting, env)
  await starting
  writeCompiled()
} catch (error) {
  const message = error instanceof OperatorError ? error.message : describeError(error)
  process.stderr.write(`The server did not start. ${message}\n`)
  process.exit(1)
}
