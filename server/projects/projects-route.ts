import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProjectId } from '../../questionnaire/project.ts'
import { type Reading, readAnswers } from '../../questionnaire/read-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { Refusal, sendProblem, sendTooMany } from '../http/problem.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { isSameSite } from '../http/same-site.ts'
import { TooLate, withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import type { Saved } from '../store/project-store.ts'
import type { DeliveryServices } from './deliver.ts'
import { type Submissions, submitProject } from './submit-project.ts'

interface ProjectsRouteServices extends DeliveryServices {
  readonly submissions: Submissions
  readonly rateLimit: RateLimit
  readonly siteDomain: string | null
  readonly requestDeadlineMs: number
  readonly onCreated: () => void
}

type PutProject = FastifyRequest<{ Params: { id: string } }>

/** What a visit is submitted by: `PUT /api/projects/:id`. */
export function addProjectsRoute(app: FastifyInstance, services: ProjectsRouteServices) {
  app.put<{ Params: { id: string } }>('/api/projects/:id', {
    onRequest: async (request) => {
      if (!isSameSite(request, services.siteDomain)) throw new Refusal(403)
      if (!isProjectId(request.params.id)) throw new Refusal(400)
    },
    // What is refused is counted too: a page that is refused by its server loses project after project.
    onSend: async (_request, reply) => {
      services.metrics.count('submissions_total', { outcome: String(reply.statusCode) })
    },
    handler: async (request, reply) => {
      const reading = readSubmission(request)
      if (!reading) return sendProblem(reply, 422)
      if (Object.keys(reading.problems).length > 0)
        return sendProblem(reply, 422, { problems: reading.problems })
      const isCounted = services.rateLimit.take(request.ip)
      if (!isCounted && !(await isStored(request, reading, services))) {
        return sendTooMany(reply)
      }

      const { outcome, isChange } = await outcomeOf(request, reading, services)
      if (isCounted && !isChange) services.rateLimit.giveBack(request.ip)
      services.metrics.observe('submission_seconds', reply.elapsedTime / 1000)
      if (outcome === 200 || outcome === 201)
        return reply.code(outcome).header('cache-control', 'no-store').send({})
      return sendProblem(reply, outcome)
    },
  })
}

/**
 * Null when it is no record of ours: not an object, without a single answer, or with fields beside ours from a page
 * of our version.
 */
function readSubmission(request: PutProject): Reading | null {
  const sameVersion = request.headers[VERSION_HEADER] === QUESTIONNAIRE_VERSION
  const reading = readAnswers(request.body, { sameVersion })
  if (!reading || (sameVersion && reading.hasUnknown)) return null
  return saysSomething(reading.answers) || saysSomething(reading.unknown) ? reading : null
}

const saysSomething = (answers: Readonly<Record<string, string>>) =>
  Object.values(answers).some((answer) => answer.trim() !== '')

/** What is new is limited, a project or other answers to one; a retry of what is kept never is. */
const isStored = ({ params }: PutProject, { answers, unknown }: Reading, { store }: ProjectsRouteServices) =>
  store.isStored({ id: params.id, answers, unknown }).catch(() => false)

interface Result {
  readonly outcome: 200 | 201 | 502 | 503 | 504
  readonly isChange: boolean
}

async function outcomeOf(
  request: PutProject,
  { answers, unknown }: Reading,
  services: ProjectsRouteServices,
): Promise<Result> {
  const submission = { id: request.params.id, answers, unknown }
  let isChange = false
  const onSaved = (change: Saved['change']) => {
    isChange = change !== 'unchanged'
    if (change === 'created') services.onCreated()
  }
  // A visitor who closes the page does not stop this, nor does the deadline.
  const work = submitProject(submission, services.submissions, { ...services, onSaved })
  try {
    const submitted = await withDeadline(work, services.requestDeadlineMs, 'The submission')
    if (submitted.kind === 'not sent') return { outcome: 502, isChange }
    return { outcome: submitted.isNew ? 201 : 200, isChange }
  } catch (error) {
    if (!(error instanceof TooLate)) {
      tellOfFailure(error, 'A submission failed', services)
      return { outcome: 503, isChange }
    }
    services.log.error({ reason: describeError(error) }, 'A submission took too long')
    work.catch((cause) => tellOfFailure(cause, 'A submission failed after its answer', services))
    return { outcome: 504, isChange }
  }
}

function tellOfFailure(error: unknown, what: string, { log, alerts }: ProjectsRouteServices) {
  const reason = describeError(error)
  log.error({ reason }, what)
  alerts.send('store', `Projects cannot be kept: ${reason}`)
}
