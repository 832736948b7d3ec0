import type { Role } from '../../desk/api.ts'
import { type Filter, sorts } from '../../desk/filters.ts'
import { statuses } from '../../desk/status.ts'

/** The server answers every address below this with the desk's page. */
export const BASE = '/desk'

/** The screens in the navigation, by their path. */
export const screenNames = {
  '/': 'Inbox',
  '/unanswered': 'Unanswered',
  '/funnel': 'Funnel',
  '/deliveries': 'Deliveries',
  '/webhooks': 'Webhooks',
  '/audit': 'Audit',
  '/people': 'People',
} as const

/** The screens that only owners see. */
const ownersScreens: readonly ScreenPath[] = ['/webhooks', '/audit', '/people']

/** A tab of the inbox. */
export const SUSPICIOUS = '/suspicious'

/** Where the person's name in the masthead leads. */
export const ACCOUNT = '/account'

export type ScreenPath = keyof typeof screenNames

export const mayOpen = (path: ScreenPath, role: Role) => role === 'owner' || !ownersScreens.includes(path)

/** The screen of an address, which may have a query; unknown ones lead to the inbox. */
export const screenOf = (address: string): ScreenPath => {
  const [path] = address.split('?')
  return isScreen(path) ? path : '/'
}

const isScreen = (path = ''): path is ScreenPath => path in screenNames

export const projectPath = (id: string) => `/projects/${id}`

export const inboxPath = (filter: Filter) => withQuery('/', queryOf(filter))

export const funnelPath = (from: string, to: string) => withQuery('/funnel', queryOf({ from, to }))

/** The token of a one-time link. It follows the `#`, which browsers never send to a server. */
export const passwordToken = (hash: string) => /^#set=(.+)$/.exec(hash)?.[1]

/** The path of a link from before the desk had real addresses, such as `#/project/ID`; null for any other hash. */
export function pathOfOldLink(hash: string): string | null {
  if (!hash.startsWith('#/')) return null
  return hash.slice(1).replace(/^\/project\//, '/projects/')
}

/** The query of a filter, as both the address and the API have it. */
export function queryOf(filter: Filter): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, text] of Object.entries(filter)) if (text) query.set(name, text)
  return query
}

/** How many fields of "Filter and sort" are set. The search is not one of them. */
export const filterCount = ({ search: _, cursor: __, ...filter }: Filter) => queryOf(filter).size

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

/** The filter of a query, without empty and unknown values. */
export function filterOf(query: URLSearchParams): Filter {
  const status = statuses.find((known) => known === query.get('status'))
  const sort = sorts.find((known) => known === query.get('sort'))
  return {
    ...(status && { status }),
    // The newest come first by default.
    ...(sort && sort !== 'newest' && { sort }),
    ...text(query, 'who'),
    ...text(query, 'type'),
    ...text(query, 'source'),
    ...text(query, 'from'),
    ...text(query, 'to'),
    ...text(query, 'search'),
  }
}

function text<Name extends string>(query: URLSearchParams, name: Name): { readonly [name in Name]?: string } {
  const value = query.get(name)
  return value ? ({ [name]: value } as { [name in Name]: string }) : {}
}
