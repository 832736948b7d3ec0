import { spawn } from 'node:child_process'
import { createServer, type ViteDevServer } from 'vite'
import { indexOfPath } from '../questionnaire/screens.ts'
import { environment, readConfig } from '../server/config/config.ts'
import { pricesWithId } from '../server/config/settings.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { createSettings } from '../server/db/stored-settings.ts'
import { OperatorError } from '../server/lib/errors.ts'
import { gracefulShutdown } from '../server/lib/graceful-shutdown.ts'
import { findBrief } from '../server/projects/briefs.ts'
import { businessAt, type Page } from '../server/site/pages.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { exitWithError } from './exit-with-error.ts'

// Vite serves the pages with hot reload and forwards API calls to the server, which restarts on changes.
const config = readSettings()
const { host, port, storage, siteUrl, siteDomain } = config
const API_HOST = '127.0.0.1'
const API_PORT = port + 1

// The server requires a built page to start, even though Vite serves the pages.
if (!(await isBuilt())) await buildSite().catch(exitWithError)
// Folders are watched, because Node loses track of a file that an editor replaces.
const watched = ['server', 'questionnaire', 'desk'].map((folder) => `--watch-path=${folder}`)
const server = spawn('node', [...watched, 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HOST: API_HOST, PORT: String(API_PORT) },
})
process.once('exit', () => server.kill())

const SITE = {
  visit: { script: '/visit/bootstrap.ts', styles: [] },
  desk: { script: '/desk/main.tsx', styles: [] },
  brief: { script: '/brief/main.ts', styles: [] },
}

const vite = await createServer({
  appType: 'custom',
  define: { SITE: JSON.stringify(SITE), VISIT: '"/visit/main.tsx"' },
  server: { host, port, proxy: { '/api': `http://${API_HOST}:${API_PORT}` } },
  plugins: [{ name: 'pages', configureServer: (dev) => () => servePages(dev) }],
})
await vite.listen()
vite.printUrls()
const finish = () => vite.close()
gracefulShutdown(Promise.resolve(finish), process.env)

function readSettings() {
  try {
    const config = readConfig(environment())
    if (config.port > 0 && config.port < 65535) return config
    throw new OperatorError(
      'PORT must be from 1 to 65534, because npm run dev uses it for the pages, and the next port for the server.',
    )
  } catch (error) {
    return exitWithError(error)
  }
}

function servePages(dev: ViteDevServer) {
  dev.middlewares.use(async (request, response, next) => {
    try {
      // Vite's types do not include the modules that it loads.
      const page = (await dev.ssrLoadModule('/pages/page.ts')) as Page
      const path = request.originalUrl ?? '/'
      const { status, html } = await answerTo(path.replace(/\?.*/, ''), page)
      response.statusCode = status
      response.setHeader('content-type', 'text/html').end(await dev.transformIndexHtml(path, html))
    } catch (error) {
      next(error)
    }
  })
}

/** Returns the same pages as server/app.ts. */
async function answerTo(path: string, page: Page): Promise<{ status: number; html: string }> {
  await using db = await openDatabase(storage)
  const stored = createSettings(db, config)
  await stored.load()
  const settings = stored.current()
  const business = businessAt(siteUrl ?? `http://localhost:${port}`, siteDomain ?? 'localhost', settings)
  const token = /^\/brief\/([^/]+)$/.exec(path)?.[1]
  if (token !== undefined) {
    const found = await findBrief(token, db, new Date())
    const brief = found && { ...found, prices: pricesWithId(found.priceList, settings) }
    return { status: found ? 200 : 410, html: page.renderBrief(business, brief) }
  }
  if (path === '/desk' || path.startsWith('/desk/')) return { status: 200, html: page.renderDesk(business) }
  if (indexOfPath(path) !== undefined) return { status: 200, html: page.renderLanding(business) }
  return { status: 404, html: page.renderNotFound(business) }
}
