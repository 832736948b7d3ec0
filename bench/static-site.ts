import fastifyStatic from '@fastify/static'
import { fastify } from 'fastify'

export interface StaticSite {
  readonly url: string
  close(): Promise<void>
}

/** Serves folders the way the product serves its files: Fastify with compressed copies, HTTP/1.1 on loopback. */
export async function serveFolders(folders: readonly string[]): Promise<StaticSite> {
  const app = fastify({ forceCloseConnections: true })
  await app.register(fastifyStatic, {
    root: [...folders],
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000' : 'no-cache')
    },
  })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}
