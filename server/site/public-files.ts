import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the public files of the build, and nothing outside their folder. */
export async function addPublicFiles(app: FastifyInstance, siteDirectory: string) {
  const root = await realpath(siteDirectory)
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    dotfiles: 'ignore',
    index: false,
    cacheControl: false,
    // Refuses a symbolic link that leads out of the folder.
    async onFile(path) {
      if ((await realpath(path)).startsWith(`${root}${sep}`)) return
      throw Object.assign(new Error('A link out of the public files'), { statusCode: 403 })
    },
    setHeaders(reply, path) {
      const isHashed = relative(root, path).startsWith(`assets${sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}
