import './lib/node-version.ts'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describeError, OperatorError } from './lib/errors.ts'
import { gracefulShutdown } from './lib/graceful-shutdown.ts'
import { loadPage } from './site/load-page.ts'
import { isBuildOutdated } from './site/source-hash.ts'

const built = (path: string) => new URL(`../dist/${path}`, import.meta.url)

// Data files are readable by their owner only.
process.umask(0o077)

try {
  // Caches the compiled sources beside the build, which halves the time of a restart.
  enableCompileCache(fileURLToPath(built('compiled/')))
  const { environment, readConfig } = await import('./config/config.ts')
  const env = environment()
  const config = readConfig(env)
  const { startServer } = await import('./start-server.ts')
  const page = await loadPage(built('page/page.js').href)
  const npmScript = env.npm_lifecycle_event
  // `npm run dev` serves the pages from their sources.
  const isOutdated = npmScript === 'dev' ? async () => false : isBuildOutdated
  const siteDirectory = fileURLToPath(built('site/'))
  const starting = startServer(config, { page, siteDirectory, isOutdated, npmScript })
  gracefulShutdown(starting, env)
  await starting
  // Written now, because a killed server cannot write it at the end.
  flushCompileCache()
} catch (error) {
  const message = error instanceof OperatorError ? error.message : describeError(error)
  process.stderr.write(`The server did not start. ${message}\n`)
  process.exit(1)
}
