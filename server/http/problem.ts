import type { FastifyReply } from 'fastify'
import { FAILED_MESSAGE } from '../../questionnaire/business.ts'

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'The e-mail was not sent',
  503: 'The project was not saved',
  504: 'It took too long',
} as const

export type ProblemStatus = keyof typeof titles

/** A request that is refused before anything is done. */
export class Refusal extends Error {
  readonly statusCode: ProblemStatus

  constructor(statusCode: ProblemStatus) {
    super(titles[statusCode])
    this.statusCode = statusCode
  }
}

export const PROBLEM_HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
} as const

/** RFC 9457. Nothing of what was sent is in it, and nothing of how the server is made. */
export function sendProblem(reply: FastifyReply, status: ProblemStatus, more: Record<string, unknown> = {}) {
  return reply
    .code(status)
    .headers(PROBLEM_HEADERS)
    .send(JSON.stringify(problemBody(status, more)))
}

/** Too much was asked for: tells after how many seconds to ask again. */
export const sendTooMany = (reply: FastifyReply, seconds = 60) =>
  sendProblem(reply.header('retry-after', String(seconds)), 429)

export const problemBody = (status: ProblemStatus, more: Record<string, unknown> = {}) => ({
  type: 'about:blank',
  title: titles[status],
  status,
  message: FAILED_MESSAGE,
  ...more,
})

export const isProblemStatus = (status: number): status is ProblemStatus => status in titles
