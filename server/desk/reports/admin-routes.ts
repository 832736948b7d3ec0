import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Erasure, Filter } from '../../../desk/api.ts'
import { dayOf } from '../../../desk/business-hours.ts'
import { LONGEST_ANSWER } from '../../../questionnaire/answers.ts'
import { isProjectId } from '../../../questionnaire/project.ts'
import { Refusal, sendProblem, sendTooMany } from '../../http/problem.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { describeError } from '../../lib/errors.ts'
import { BYTE_ORDER_MARK, csvLines, endLine } from '../../projects/export-projects.ts'
import { sessionToken } from '../auth/session-cookie.ts'
import { watchSession } from '../auth/watch-session.ts'
import type { ById, DeskRoutes } from '../desk-services.ts'
import { readFilter } from '../inbox/read-filter.ts'
import { eraseProject } from '../projects/erase.ts'
import { unsentDeliveries } from '../projects/unsent-deliveries.ts'

/** A minute, for each person: more would only push what they did before off the list of it. */
const MOST_EXPORTS = 10

/** What the owner owes: deliveries, the export, erasing, and the list of who did such things. */
export function addDutyRoutes(routes: FastifyInstance, services: DeskRoutes) {
  const { desk, store, mailer, log, personOf, now } = services
  const exports = createRateLimit(MOST_EXPORTS)

  routes.get('/deliveries', () => unsentDeliveries(desk.db))

  routes.post<ById>('/deliveries/:id/retry', async ({ params }, reply) => {
    if (!isProjectId(params.id) || !(await store.isKnown(params.id))) return sendProblem(reply, 404)
    await store.retry(params.id)
    return reply.code(204).send()
  })

  // A browser tells nobody why a download was refused, so the page asks before it begins one.
  routes.head('/projects.csv', async (request, reply) => {
    if (!readFilter(request.query)) throw new Refusal(400)
    return exports.has(personOf(request).email) ? reply.code(204).send() : sendTooMany(reply)
  })

  routes.get('/projects.csv', { exposeHeadRoute: false }, async (request, reply) => {
    const filter = readFilter(request.query)
    if (!filter) throw new Refusal(400)
    if (!exports.take(personOf(request).email)) return sendTooMany(reply)
    // Before the first line, so that an export that breaks off is known as well.
    await desk.audit.note(personOf(request).email, 'exported', describe(filter))
    const lines = Readable.from(exportLines(filter, services))
    // Or whoever is removed meanwhile, and reads it slowly, would get all of it.
    const ended = new Error('Its session has ended')
    const onEnded = () => lines.destroy(ended)
    lines.on('error', (error) =>
      log[error === ended ? 'info' : 'error']({ reason: describeError(error) }, 'An export broke off'),
    )
    lines.on('close', watchSession(sessionToken(request) ?? '', { onEnded }, services))
    const day = dayOf(now(), desk.hours.timeZone)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="projects-${day}.csv"`)
      .send(lines)
  })

  routes.delete<ById>('/projects/:id', async (request, reply) => {
    const { id } = request.params
    if (!isProjectId(id) || !isErasure(request.body)) return sendProblem(reply, 422)
    const erasing = { id, lastName: request.body.lastName, who: personOf(request).email }
    const erased = await eraseProject(erasing, desk.db, mailer)
    if (erased === 'unknown project') return sendProblem(reply, 404)
    if (erased !== 'erased') return sendProblem(reply, 422)
    return reply.code(204).send()
  })

  routes.get('/audit', () => desk.audit.list())
}

const isErasure = (body: unknown): body is Erasure =>
  typeof body === 'object' &&
  body !== null &&
  'lastName' in body &&
  typeof body.lastName === 'string' &&
  body.lastName.length <= LONGEST_ANSWER

/** The last line says how many there were: a file without it is not whole. */
async function* exportLines(filter: Filter, { desk }: DeskRoutes): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  let lines = -1
  for await (const line of csvLines(desk.inbox.projects(filter))) {
    lines += 1
    yield line
  }
  yield endLine(lines)
}

/** What was asked for, without the words that were searched: they may be somebody's name. */
function describe({ search, cursor: _, ...filter }: Filter): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${value}`)
  return [...parts, ...(search ? ['a search'] : [])].join(', ') || 'everything'
}
