import type { Config } from '../config/config.ts'
import type { People } from './people.ts'

/** How often to check whether another process has turned the desk on or off. */
const CHECK_EVERY_MS = 5000

/**
 * Returns the desk's address for links in emails, or null if the desk is off or SITE_URL is not set. The address is
 * cached, because a submission must not wait for the desk.
 */
export function createDeskUrl(
  people: People,
  siteUrl: string | null,
  checkEveryMs = CHECK_EVERY_MS,
): () => string | null {
  if (!siteUrl) return () => null
  let isOpen = false
  const check = async () => {
    try {
      isOpen = !(await people.isEmpty())
    } catch {
      // The database is down. Keep the last known state.
    }
  }
  void check()
  setInterval(check, checkEveryMs).unref()
  return () => (isOpen ? `${siteUrl}/desk` : null)
}

/** The address at which the operator opens the desk: without SITE_URL, the one on this machine. */
export const deskAddress = ({ siteUrl, host, port }: Pick<Config, 'siteUrl' | 'host' | 'port'>): string =>
  `${siteUrl ?? `http://${hostInUrl(host)}:${port}`}/desk`

/** `0.0.0.0` and `::` mean all addresses of the machine, and browsers cannot open them. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
