import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ParsedAnswers, parseAnswers } from '../../questionnaire/parse-answers.ts'
import { isProjectId, SAVED_BODY } from '../../questionnaire/project.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { askPhoneOf, VERSION_HEADER } from '../../questionnaire/version.ts'
import { EARLY_HEADER, PRICES_HEADER, TEST_HEADER } from '../../questionnaire/visit-signals.ts'
import { isWriteKey, WRITE_KEY_HEADER } from '../../questionnaire/write-key.ts'
import { pricesWithId } from '../config/settings.ts'
import { Refusal, sendProblem, sendTooMany } from '../http/problem.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { isSameSite } from '../http/same-site.ts'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { parseSource } from './parse-source.ts'
import { isUnchanged, type Submission } from './save-project.ts'
import { type SubmitServices, type Submitted, submitProject } from './submit-project.ts'
import { createSuspicion } from './suspicion.ts'

interface ProjectsRouteServices extends SubmitServices {
  readonly rateLimit: RateLimit
  readonly siteUrl: string | null
  readonly requestDeadlineMs: number
}

type PutProject = FastifyRequest<{ Params: { id: string } }>

/** `PUT /api/projects/:id`, which submits a visit. */
export function addProjectsRoute(app: FastifyInstance, services: ProjectsRouteServices) {
  const { db, rateLimit, metrics, log, alerts, requestDeadlineMs } = services
  const inProgress = new Map<string, Promise<Submitted>>()
  const { judge } = createSuspicion(services.settings)

  app.put<{ Params: { id: string } }>('/api/projects/:id', {
    onRequest: async (request) => {
      if (!isSameSite(request, services.siteUrl)) throw new Refusal(403)
      if (!isProjectId(request.params.id)) throw new Refusal(400)
    },
    // Refused submissions count too, so that monitoring notices a page whose submissions are always refused.
    onSend: async (_request, reply) => {
      metrics.count('submissions_total', { outcome: String(reply.statusCode) })
    },
    handler: async (request, reply) => {
      const parsed = parseSubmission(request)
      if (!parsed) return sendProblem(reply, 422)
      const { answers, extraAnswers, problems } = parsed
      if (Object.keys(problems).length > 0) return sendProblem(reply, 422, { problems })
      const source = parseSource(String(request.headers[SOURCE_HEADER] ?? ''))
      const writeKey = writeKeyOf(request)
      // Accepted whatever SEND_EARLY is now: the page has told the visitor that it sends the answers.
      const sentEarly = request.headers[EARLY_HEADER] !== undefined
      const isTest = request.headers[TEST_HEADER] !== undefined
      const { id } = request.params
      const priceList = priceListOf(request)
      const submission = { id, answers, extraAnswers, source, writeKey, sentEarly, isTest, priceList }
      const isWithinLimit = rateLimit.take(request.ip)
      if (!isWithinLimit && !(await isUnchanged(submission, db).catch(() => false))) return sendTooMany(reply)

      const work = submitOnce(submission, request)
      if (isWithinLimit) refundUnlessChanged(work, request.ip)
      const status = await statusOf(work)
      metrics.observe('submission_seconds', reply.elapsedTime / 1000)
      if (status === 200 || status === 201)
        return reply.code(status).header('cache-control', 'no-store').send(SAVED_BODY)
      return sendProblem(reply, status)
    },
  })
  app.addHook('onClose', async () => {
    await Promise.allSettled(inProgress.values())
  })

  /** The second request of a double click gets the result of the first. */
  function submitOnce(submission: Submission, request: PutProject): Promise<Submitted> {
    const key = JSON.stringify(submission)
    const same = inProgress.get(key)
    if (same) return same
    const { suspicion, undo } = judge(request)
    const work = submitProject({ ...submission, suspicion }, services).finally(() => inProgress.delete(key))
    inProgress.set(key, work)
    work.then(({ change }) => change === 'created' || undo(), undo)
    return work
  }

  /** Empty if the request has none, and the current one for an id that this server does not know. */
  const priceListOf = ({ headers }: PutProject): string => {
    const id = String(headers[PRICES_HEADER] ?? '')
    return id && pricesWithId(id, services.settings()).id
  }

  /**
   * 409: the page may not change the project. 502: a message that the visitor waits for was not sent. 503: the database
   * failed. 504: the deadline passed. The submission continues after the deadline, or if the visitor leaves.
   */
  async function statusOf(work: Promise<Submitted>): Promise<SubmissionStatus | 503 | 504> {
    let isLate = false
    const status = work.then(statusFor, (error) => {
      reportFailure(error, isLate ? 'A submission failed after its response' : 'A submission failed')
      return 503 as const
    })
    try {
      return await withDeadline(status, requestDeadlineMs, 'The submission')
    } catch (error) {
      // `status` never rejects, so this is the deadline.
      isLate = true
      log.error({ reason: describeError(error) }, 'A submission took too long')
      return 504
    }
  }

  function reportFailure(error: unknown, message: string) {
    const reason = describeError(error)
    log.error({ reason }, message)
    alerts.send('store', `Projects cannot be saved: ${reason}`)
  }

  /** Only new projects and new answers count toward the limit; retries do not. */
  function refundUnlessChanged(work: Promise<Submitted>, ip: string) {
    work.then(
      ({ change }) => change === 'unchanged' && rateLimit.refund(ip),
      () => rateLimit.refund(ip),
    )
  }
}

type SubmissionStatus = 200 | 201 | 409 | 502

function statusFor({ change, sending }: Submitted): SubmissionStatus {
  if (change === 'refused') return 409
  if (sending === 'failed') return 502
  return change === 'unchanged' && sending === 'sent before' ? 200 : 201
}

/**
 * Null if the body is not a submission: it is not an object, has no answers, or has extra fields even though the page has
 * the server's version.
 */
function parseSubmission(request: PutProject): ParsedAnswers | null {
  const askPhone = askPhoneOf(request.headers[VERSION_HEADER])
  const parsed = parseAnswers(request.body, { askPhone })
  if (!parsed || (askPhone !== null && parsed.hasExtraFields)) return null
  return hasAnswer(parsed.answers) || hasAnswer(parsed.extraAnswers) ? parsed : null
}

/** Empty if the request has none. */
function writeKeyOf({ headers }: PutProject): string {
  const key = String(headers[WRITE_KEY_HEADER] ?? '')
  return isWriteKey(key) ? key : ''
}

const hasAnswer = (answers: Readonly<Record<string, string>>) =>
  Object.values(answers).some((answer) => answer.trim() !== '')
