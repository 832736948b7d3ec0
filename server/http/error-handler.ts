import type { FastifyInstance } from 'fastify'
import { describeError } from '../lib/errors.ts'
import type { Log } from '../monitoring/log.ts'
import { isProblemStatus, Refusal, sendProblem } from './problem.ts'

/** Sends errors as problems. Details are only logged. */
export function addErrorHandler(app: FastifyInstance, log: Log) {
  app.setErrorHandler((error: unknown, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    // fastify-static refuses directories and links that lead out of the public files. Respond as if they did not exist.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (status === 403 && !(error instanceof Refusal) && isRead) return reply.callNotFound()
    if (status >= 500 || !isProblemStatus(status))
      log.error({ reason: describeError(error) }, 'A request failed')
    return sendProblem(reply, isProblemStatus(status) ? status : status < 500 ? 400 : 500)
  })
}
