import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { createHttpServer } from './http-server.ts'

const listenTextResolver = (address: string) => `Listening at ${address}`

/** Has the app listen, and tells where. At `localhost` that is at ::1 as well, where the machine has it. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  if (host !== 'localhost') return app.listen({ host, port, listenTextResolver })

  // Fastify would make a second server too, but without what http-server.ts adds.
  const second = createHttpServer(app.routing)
  app.addHook('onClose', () => new Promise<void>((resolve) => second.close(() => resolve())))
  const address = await app.listen({ host: '127.0.0.1', port, listenTextResolver })
  await new Promise<void>((resolve) => {
    second.once('listening', resolve).once('error', () => resolve())
    second.listen({ host: '::1', port: Number(new URL(address).port) })
  })
  if (second.listening) app.log.info(listenTextResolver(address.replace('127.0.0.1', '[::1]')))
  return address
}
