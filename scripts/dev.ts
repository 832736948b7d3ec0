import { spawn } from 'node:child_process'
import { createServer, type ViteDevServer } from 'vite'
import { BRAND_NAME, type Business } from '../questionnaire/business.ts'
import { indexOf } from '../questionnaire/screens.ts'
import { buildSite } from './build.ts'
import { isBuilt } from './source-hash.ts'

// Hot reload on both sides: Vite serves the page and passes the calls on to the server, which restarts itself.
const PORT = Number(process.env.PORT ?? 3000)
const API_PORT = PORT + 1

// The server will not start without a built page, though nobody looks at that one here.
if (!(await isBuilt())) await buildSite()
const server = spawn('node', ['--watch', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(API_PORT) },
})
process.once('exit', () => server.kill())

const SITE = {
  scripts: ['/main.tsx', '/count-steps.ts'],
  styles: [],
  desk: { script: '/desk/main.tsx', styles: [] },
}

const vite = await createServer({
  appType: 'custom',
  define: { SITE: JSON.stringify(SITE) },
  server: { port: PORT, proxy: { '/api': `http://localhost:${API_PORT}` } },
  plugins: [{ name: 'pages', configureServer: (dev) => () => servePages(dev) }],
})
await vite.listen()
vite.printUrls()

function servePages(dev: ViteDevServer) {
  dev.middlewares.use(async (request, response, next) => {
    try {
      const page = await dev.ssrLoadModule('/page.tsx')
      const path = request.originalUrl ?? '/'
      const name = path.replace(/\?.*/, '')
      const business: Business = { brandName: BRAND_NAME, siteDomain: 'localhost', privacyUrl: null }
      const isDesk = name === '/desk'
      const isScreen = indexOf(name) !== undefined
      const render = isDesk ? page.renderDesk : isScreen ? page.renderLanding : page.renderNotFound
      const html = render(business)
      response.statusCode = isDesk || isScreen ? 200 : 404
      response.setHeader('content-type', 'text/html').end(await dev.transformIndexHtml(path, html))
    } catch (error) {
      next(error)
    }
  })
}
