import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_SESSION_MS } from './sessions.ts'

/**
 * The `__Host-` prefix makes the browser promise that this host set the cookie and that it travels only over https.
 * Browsers refuse the prefix over plain http, which is used to try the product out.
 */
const nameFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Host-desk' : 'desk')

export function sessionToken(request: FastifyRequest): string | null {
  const name = nameFor(request)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

export function setSession(request: FastifyRequest, reply: FastifyReply, token: string) {
  reply.header('set-cookie', cookie(request, token, MAX_SESSION_MS / 1000))
}

export function clearSession(request: FastifyRequest, reply: FastifyReply) {
  reply.header('set-cookie', cookie(request, '', 0))
}

const cookie = (request: FastifyRequest, value: string, seconds: number) =>
  `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${
    request.protocol === 'https' ? '; Secure' : ''
  }`
