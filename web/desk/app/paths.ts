/** The server answers every address below this with the desk's page. */
export const BASE = '/desk'

/** A tab of the inbox. */
export const SUSPICIOUS = '/suspicious'

/** Owners reach the screens for rarer work from there. */
export const SETTINGS = '/settings'
export const PRICES = '/settings/prices'

/** Where the person's name in the masthead leads. */
export const ACCOUNT = '/account'

/** The state of that address after a forgotten password was replaced. */
export const HAS_NEW_PASSWORD = 'has a new password'

export const projectPath = (id: string) => `/projects/${id}`

/** A path with the given parts of a query, without the empty ones. */
export function pathWithQuery(path: string, parts: object): string {
  const query = queryOf(parts)
  return query.size > 0 ? `${path}?${query}` : path
}

export function queryOf(parts: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, text] of Object.entries(parts)) if (text) query.set(name, text)
  return query
}

/** The token of a one-time link. It follows the `#`, which browsers never send to a server. */
export const passwordToken = (hash: string) => /^#set=(.+)$/.exec(hash)?.[1]

/** The token of the link that the server prints for the first owner. */
export const firstOwnerToken = (hash: string) => /^#first=(.+)$/.exec(hash)?.[1]

/** The path of a link from before the desk had real addresses, such as `#/project/ID`; null for any other hash. */
export function pathOfOldLink(hash: string): string | null {
  if (!hash.startsWith('#/')) return null
  return hash.slice(1).replace(/^\/project\//, '/projects/')
}
