import { Client } from 'pg'
import { isLoopback } from '../../lib/is-loopback.ts'

/** The names that the driver knows: it passes over `ssl_mode` without a word, and without TLS. */
const SAYS_TLS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation']

/** What to tell whoever starts a server whose database is elsewhere, and said nothing of TLS; otherwise null. */
export function plainPostgresWarning(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const isSocket = /^(\/|%2f)/i.test(host)
  if (host === '' || isSocket || isLoopback(host)) return null
  if (SAYS_TLS.some((name) => searchParams.get(name))) return null
  // PGSSLMODE, which the driver reads itself.
  if (new Client().ssl) return null
  return `DATABASE_URL has no sslmode, so projects can be read on the way to PostgreSQL on ${host}: add ?sslmode=verify-full to it, or ?sslmode=disable where nobody else is on that line.`
}
