import { sendProblem, sendTooMany } from '../../http/problem.ts'
import type { Routes } from '../../http/routes.ts'
import { tokenFrom } from '../../staff/cookies.ts'
import { hashToken } from '../../staff/people.ts'
import { watchSession } from '../../staff/watch-session.ts'
import type { DeskRouteServices } from '../desk.ts'

/** Per server. Further tabs have to reload to see changes. */
const MAX_STREAMS = 100
/** Per person, so that one person cannot use up all streams. */
const MAX_STREAMS_PER_PERSON = 20

/** GET changes: server-sent events for as long as the session is valid. */
export function addLiveUpdatesRoute(routes: Routes, services: DeskRouteServices) {
  const { desk, personOf } = services
  /** Ends a stream → the email address of its person. */
  const open = new Map<() => void, string>()
  let isClosing = false
  routes.addHook('preClose', async () => {
    isClosing = true
    for (const end of open.keys()) end()
  })

  routes.get('/changes', { exposeHeadRoute: false, config: { prolongsSession: false } }, (request, reply) => {
    // The request came before preClose but opens its stream only now: it would keep the server from closing.
    if (isClosing) return sendProblem(reply, 503)
    const token = tokenFrom(request, 'session')
    const { email } = personOf(request)
    const own = [...open.values()].filter((owner) => owner === email)
    if (!token || open.size >= MAX_STREAMS || own.length >= MAX_STREAMS_PER_PERSON) return sendTooMany(reply)
    reply.hijack()
    const stream = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) stream.setHeader(name, value)
    }
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Keeps nginx from buffering the stream.
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 3000\n\n')
    const end = () => {
      stopWatching()
      stopListening()
      open.delete(end)
      stream.end()
    }
    const onValid = () => void stream.write(':\n\n')
    const onChange = (what: string) => void stream.write(`data: ${what}\n\n`)
    const session = hashToken(token)
    const stopListening = desk.liveUpdates.listen({ onChange, session, onEnded: end })
    const stopWatching = watchSession(token, { onValid, onEnded: end }, services)
    open.set(end, email)
    stream.on('close', end)
    return reply
  })
}
