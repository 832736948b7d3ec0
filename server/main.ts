import './node-version.ts'
import { fileURLToPath } from 'node:url'
import { environment, readConfig } from './config.ts'
import { ConfigProblem } from './config-problem.ts'
import { endWell } from './end-well.ts'
import { keepCompiled } from './keep-compiled.ts'
import { loadPage } from './load-page.ts'
import { reasonOf } from './reason-of.ts'

const BUILD = new URL('../dist/', import.meta.url)

// Files of ours are nobody else's.
process.umask(0o077)

try {
  const env = environment()
  const config = readConfig(env)
  const writeCompiled = keepCompiled()
  // Before what is made of the questions, which a mistake in them would break without a word of where.
  const { stopOnMistakes } = await import('./stop-on-mistakes.ts')
  stopOnMistakes()
  const { startServer } = await import('./start-server.ts')
  const page = await loadPage(new URL('page/page.js', BUILD).href)
  const siteDirectory = fileURLToPath(new URL('site/', BUILD))
  endWell(await startServer(config, { page, siteDirectory }), env)
  writeCompiled()
} catch (error) {
  const message = error instanceof ConfigProblem ? error.message : reasonOf(error)
  process.stderr.write(`The server did not start. ${message}\n`)
  process.exit(1)
}
