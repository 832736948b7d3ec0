import { spawn } from 'node:child_process'
import { createServer, type ViteDevServer } from 'vite'
import type { Business } from '../questionnaire/business.ts'
import { indexOfPath } from '../questionnaire/screens.ts'
import { environment, readConfig } from '../server/config/config.ts'
import { OperatorError } from '../server/lib/errors.ts'
import { gracefulShutdown } from '../server/lib/graceful-shutdown.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { exitWithError } from './exit-with-error.ts'
import { watchSources } from './watch-sources.ts'

// Vite serves the pages with hot reload and forwards API calls to the server, which restarts on changes.
const { host, port, brandName, siteUrl, siteDomain, privacyUrl } = settings()
const API_HOST = '127.0.0.1'
const API_PORT = port + 1
const business: Business = {
  brandName,
  siteOrigin: siteUrl ?? `http://localhost:${port}`,
  siteDomain: siteDomain ?? 'localhost',
  privacyUrl,
}

// The server needs a built page to start, although it is not shown here.
if (!(await isBuilt())) await buildSite().catch(exitWithError)
const server = spawn('node', [...watchSources, 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HOST: API_HOST, PORT: String(API_PORT) },
})
process.once('exit', () => server.kill())

const SITE = {
  script: '/bootstrap.ts',
  styles: [],
  desk: { script: '/desk/main.tsx', styles: [] },
  brief: { script: '/brief/main.ts', styles: [] },
}

const vite = await createServer({
  appType: 'custom',
  define: { SITE: JSON.stringify(SITE), VISIT: '"/main.tsx"' },
  server: { host, port, proxy: { '/api': `http://${API_HOST}:${API_PORT}` } },
  plugins: [{ name: 'pages', configureServer: (dev) => () => servePages(dev) }],
})
await vite.listen()
vite.printUrls()
const finish = () => vite.close()
gracefulShutdown(Promise.resolve(finish), process.env)

function settings() {
  try {
    const config = readConfig(environment())
    if (config.port > 0 && config.port < 65535) return config
    throw new OperatorError(
      'PORT must be from 1 to 65534: dev uses it for the pages, and the next port for the server.',
    )
  } catch (error) {
    return exitWithError(error)
  }
}

function servePages(dev: ViteDevServer) {
  dev.middlewares.use(async (request, response, next) => {
    try {
      const page = await dev.ssrLoadModule('/page.tsx')
      const path = request.originalUrl ?? '/'
      const name = path.replace(/\?.*/, '')
      const isDesk = name === '/desk' || name.startsWith('/desk/')
      const isScreen = indexOfPath(name) !== undefined
      const render = isDesk ? page.renderDesk : isScreen ? page.renderLanding : page.renderNotFound
      const html = render(business)
      response.statusCode = isDesk || isScreen ? 200 : 404
      response.setHeader('content-type', 'text/html').end(await dev.transformIndexHtml(path, html))
    } catch (error) {
      next(error)
    }
  })
}
