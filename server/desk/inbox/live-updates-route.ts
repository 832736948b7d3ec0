import type { FastifyInstance } from 'fastify'
import { sendProblem, sendTooMany } from '../../http/problem.ts'
import { sessionToken } from '../auth/session-cookie.ts'
import { watchSession } from '../auth/watch-session.ts'
import type { DeskRoutes } from '../desk-services.ts'

/** So many windows of the desk hear of changes on one server; the others have to reload. */
const MOST_LISTENERS = 100
/** Of one person, so that whoever opens without an end takes the changes from nobody else. */
const MOST_OF_ONE = 20

/** GET changes: server-sent events, for as long as the session lasts. */
export function addLiveUpdatesRoute(routes: FastifyInstance, services: DeskRoutes) {
  const { desk, personOf } = services
  /** How to end each, and whose it is. */
  const open = new Map<() => void, string>()
  let isClosing = false
  routes.addHook('preClose', async () => {
    isClosing = true
    for (const end of open.keys()) end()
  })

  routes.get('/changes', { exposeHeadRoute: false, config: { isUse: false } }, (request, reply) => {
    // Its session was still being looked up when the others were ended; nobody would end this one.
    if (isClosing) return sendProblem(reply, 503)
    const token = sessionToken(request)
    const { email } = personOf(request)
    const own = [...open.values()].filter((whose) => whose === email)
    if (!token || open.size >= MOST_LISTENERS || own.length >= MOST_OF_ONE) return sendTooMany(reply)
    reply.hijack()
    const stream = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) stream.setHeader(name, value)
    }
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Or a proxy of a common kind would keep it until it is long.
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 3000\n\n')
    const stopListening = desk.liveUpdates.listen((what) => void stream.write(`data: ${what}\n\n`))

    const end = () => {
      stopWatching()
      stopListening()
      open.delete(end)
      stream.end()
    }
    const onLasting = () => void stream.write(':\n\n')
    const stopWatching = watchSession(token, { onLasting, onEnded: end }, services)
    open.set(end, email)
    stream.on('close', end)
    return reply
  })
}
