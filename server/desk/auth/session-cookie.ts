import type { FastifyReply, FastifyRequest } from 'fastify'
import { LONGEST_MS } from './sessions.ts'

/**
 * Over https a browser promises by the name that nobody but this host set it, and that it never goes
 * over plain http. It would refuse such a name without https, where the product is only tried out.
 */
const nameFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Host-desk' : 'desk')

export function sessionToken(request: FastifyRequest): string | null {
  const name = nameFor(request)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

export function setSession(request: FastifyRequest, reply: FastifyReply, token: string) {
  reply.header('set-cookie', cookie(request, token, LONGEST_MS / 1000))
}

export function clearSession(request: FastifyRequest, reply: FastifyReply) {
  reply.header('set-cookie', cookie(request, '', 0))
}

const cookie = (request: FastifyRequest, value: string, seconds: number) =>
  `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${
    request.protocol === 'https' ? '; Secure' : ''
  }`
