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
