import type { People } from './people.ts'

/** How often to look whether the desk was turned on or off, which another process does. */
const LOOK_MS = 5000

/**
 * Returns the desk's address for links in e-mails; null while the desk is off and without SITE_URL. It comes from
 * memory, because a submission must not wait for the desk.
 */
export function createDeskUrl(people: People, siteUrl: string | null, lookMs = LOOK_MS): () => string | null {
  if (!siteUrl) return () => null
  let isOpen = false
  const look = async () => {
    try {
      isOpen = !(await people.isEmpty())
    } catch {
      // The database is down. It is still open or closed as before.
    }
  }
  void look()
  setInterval(look, lookMs).unref()
  return () => (isOpen ? `${siteUrl}/desk` : null)
}
