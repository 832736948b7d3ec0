import { after } from 'node:test'
import { createServer, type ViteDevServer } from 'vite'

let server: Promise<ViteDevServer> | undefined
after(async () => (await server)?.close())

/** Loads a module of web/ with Vite, because it may import pictures. */
export async function loadModule(path: string) {
  server ??= createServer({
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  return (await server).ssrLoadModule(path)
}
