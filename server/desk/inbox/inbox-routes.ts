import { Readable } from 'node:stream'
import type { ListedProjects } from '../../../desk/api.ts'
import { dayOf } from '../../../desk/days.ts'
import { type Filter, readFilter } from '../../../desk/filters.ts'
import { shownRows } from '../../../desk/requests.ts'
import type { ExportedProject } from '../../db/project-statements.ts'
import { Refusal, sendTooMany } from '../../http/problem.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Routes } from '../../http/routes.ts'
import { describeError } from '../../lib/errors.ts'
import {
  BYTE_ORDER_MARK,
  csvLines,
  endLine,
  type Format,
  forPrograms,
  forSpreadsheets,
  withUsedColumns,
} from '../../projects/export-projects.ts'
import { tokenFrom } from '../../staff/cookies.ts'
import { watchSession } from '../../staff/watch-session.ts'
import type { DeskRouteServices } from '../desk.ts'

/** Per person. More exports would only fill the audit list. */
const MAX_EXPORTS_PER_MINUTE = 10

/** The list of projects: one page of it, and the whole of it as CSV. And the sources to filter it by. */
export function addInboxRoutes(routes: Routes, services: DeskRouteServices) {
  const { staff, desk, log, personOf, settings } = services
  const exportLimit = createRateLimit(MAX_EXPORTS_PER_MINUTE)

  const filterFrom = (query: unknown): Filter => {
    const filter = readFilter(query)
    if (!filter) throw new Refusal(400)
    return filter
  }

  routes.get('/projects', async ({ query }) => {
    return desk.inbox.page(filterFrom(query), new Date())
  })

  routes.post(
    '/projects/listed',
    { schema: { body: shownRows } },
    async ({ query, body }): Promise<ListedProjects> => {
      const newest = await desk.inbox.page({ ...filterFrom(query), sort: 'newest' }, new Date())
      return { ...newest, rows: await desk.inbox.rows(body.ids, new Date()) }
    },
  )

  routes.get('/sources', () => desk.inbox.sources())

  addExport('/projects.csv', () => forPrograms)
  addExport('/spreadsheet.csv', () =>
    forSpreadsheets(settings().businessHours.timeZone, settings().brandName),
  )

  function addExport(path: string, format: () => Format) {
    // A browser does not show why a download was refused, so the page asks first.
    routes.head(path, { config: { ownersOnly: true } }, async (request, reply) => {
      filterFrom(request.query)
      return exportLimit.has(personOf(request).email) ? reply.code(204).send() : sendTooMany(reply)
    })

    routes.get(path, { exposeHeadRoute: false, config: { ownersOnly: true } }, async (request, reply) => {
      const filter = filterFrom(request.query)
      if (!exportLimit.take(personOf(request).email)) return sendTooMany(reply)
      const used = await withUsedColumns(format(), desk.db)
      // Noted before the first line, so that an interrupted export is on the audit list too.
      await staff.audit.add(personOf(request).email, 'exported', describe(filter))
      const lines = Readable.from(exportLines(desk.inbox.projects(filter), used))
      // A person who is removed or becomes a specialist during a slow download must not get the rest.
      const ended = new Error('The session has ended, or the person is no longer an owner')
      const onEnded = () => lines.destroy(ended)
      lines.on('error', (error) =>
        log[error === ended ? 'info' : 'error'](
          { reason: describeError(error) },
          'An export was interrupted',
        ),
      )
      lines.on(
        'close',
        watchSession(tokenFrom(request, 'session') ?? '', { ownersOnly: true, onEnded }, services),
      )
      const day = dayOf(new Date(), settings().businessHours.timeZone)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="projects-${day}.csv"`)
        .send(lines)
    })
  }
}

/** The last line gives the number of projects: a file without it is incomplete. */
async function* exportLines(
  projects: AsyncIterable<ExportedProject>,
  format: Format,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  let lines = -1
  for await (const line of csvLines(projects, format)) {
    lines += 1
    yield line
  }
  yield endLine(lines, format)
}

/** The filter for the audit list, without the searched words: they may be a homeowner's name. */
function describe({ search, cursor: _, ...filter }: Filter): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${value}`)
  return [...parts, ...(search ? ['a search'] : [])].join(', ') || 'everything'
}
