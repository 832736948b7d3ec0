import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { hasCode } from '../lib/errors.ts'
import { createHttpServer, endSlow } from './http-server.ts'

const listenTextResolver = (address: string) => `Listening at ${address}`

/** Has the app listen, and tells where. At `localhost` that is at ::1 as well, where the machine has it. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  if (host !== 'localhost') return app.listen({ host, port, listenTextResolver })

  // With servers that are not of its own making, Fastify listens at one address alone.
  const second = createHttpServer(app.routing)
  const closed = Promise.withResolvers<void>()
  app.addHook('preClose', async () => {
    second.close(() => closed.resolve())
    endSlow(second)
  })
  app.addHook('onClose', () => closed.promise)
  const address = await app.listen({ host: '127.0.0.1', port, listenTextResolver })
  await new Promise<void>((resolve, reject) => {
    // Another program there would be what some browsers open.
    second.once('listening', resolve).once('error', (error) => {
      if (hasCode(error, 'EADDRINUSE')) reject(error)
      else resolve()
    })
    second.listen({ host: '::1', port: Number(new URL(address).port) })
  })
  if (second.listening) app.log.info(listenTextResolver(address.replace('127.0.0.1', '[::1]')))
  return address
}
