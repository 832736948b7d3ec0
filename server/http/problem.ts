import type { FastifyReply } from 'fastify'
import { FAILED_MESSAGE } from '../../questionnaire/business.ts'

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'The email was not sent',
  503: 'The project was not saved',
  504: 'It took too long',
} as const

export type ProblemStatus = keyof typeof titles

/** Thrown to refuse a request before it has any effect. */
export class Refusal extends Error {
  readonly statusCode: ProblemStatus

  constructor(statusCode: ProblemStatus) {
    super(titles[statusCode])
    this.statusCode = statusCode
  }
}

/** Sends an error response (RFC 9457). It does not quote the request or reveal anything about the server. */
export function sendProblem(reply: FastifyReply, status: ProblemStatus, more: Record<string, unknown> = {}) {
  const problem = { type: 'about:blank', title: titles[status], status, message: FAILED_MESSAGE, ...more }
  return reply
    .code(status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(problem))
}

/** Refuses a client that sends too many requests, and tells it when to retry. */
export const sendTooMany = (reply: FastifyReply, seconds = 60) =>
  sendProblem(reply.header('retry-after', String(seconds)), 429)

export const isProblemStatus = (status: number): status is ProblemStatus => status in titles
