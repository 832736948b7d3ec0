import type { TestContext } from 'node:test'
import { createServer } from 'vite'

/** Loads modules of web/ with Vite, because they import pictures. */
export async function moduleLoader(t: TestContext) {
  const vite = await createServer({
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  t.after(() => vite.close())
  return (path: string) => vite.ssrLoadModule(path)
}
