import { type Filter, sorts } from '../../desk/api.ts'
import { statuses } from '../../desk/status.ts'

/** A place of the desk. All of them lie behind the `#` of one page, so that the server needs to know one. */
export type Place =
  | { readonly kind: 'inbox'; readonly filter: Filter }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'funnel'; readonly from: string; readonly to: string }
  | { readonly kind: 'deliveries' }
  | { readonly kind: 'audit' }
  | { readonly kind: 'set password'; readonly token: string }

export const placeNames: Readonly<Record<Place['kind'], string>> = {
  inbox: 'Inbox',
  project: 'Project',
  unanswered: 'Unanswered',
  funnel: 'Funnel',
  deliveries: 'Deliveries',
  audit: 'Audit',
  'set password': 'Password',
}

/** What an address shows; an address that is none of ours shows the inbox. */
export function placeOf(hash: string): Place {
  const token = /^#set=(.+)$/.exec(hash)?.[1]
  if (token) return { kind: 'set password', token }
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  const given = new URLSearchParams(query)
  const [, first = '', second = ''] = path.split('/')
  switch (first) {
    case 'project':
      return { kind: 'project', id: second }
    case 'funnel':
      return { kind: 'funnel', from: given.get('from') ?? '', to: given.get('to') ?? '' }
    case 'unanswered':
    case 'deliveries':
    case 'audit':
      return { kind: first }
    default:
      return { kind: 'inbox', filter: filterOf(given) }
  }
}

export function addressOf(place: Place): string {
  switch (place.kind) {
    case 'inbox':
      return withQuery('#/', queryOf(place.filter))
    case 'project':
      return `#/project/${place.id}`
    case 'funnel':
      return withQuery('#/funnel', filled({ from: place.from, to: place.to }))
    case 'set password':
      return `#set=${place.token}`
    default:
      return `#/${place.kind}`
  }
}

/** The filter as the server reads it, too. */
export const queryOf = (filter: Filter): URLSearchParams => filled({ ...filter })

/** How many fields of "Filter and sort" are set. The search is not among them. */
export const filterCount = ({ search: _, cursor: __, ...filter }: Filter) => queryOf(filter).size

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

function filled(texts: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, text] of Object.entries(texts)) if (text) query.set(name, text)
  return query
}

/** The filter that a query names, without what is empty or unknown. */
export function filterOf(given: URLSearchParams): Filter {
  const status = statuses.find((known) => known === given.get('status'))
  const sort = sorts.find((known) => known === given.get('sort'))
  return {
    ...(status && { status }),
    // The newest come first anyway.
    ...(sort && sort !== 'newest' && { sort }),
    ...text(given, 'who'),
    ...text(given, 'type'),
    ...text(given, 'from'),
    ...text(given, 'to'),
    ...text(given, 'search'),
  }
}

function text<Name extends string>(given: URLSearchParams, name: Name): { readonly [name in Name]?: string } {
  const value = given.get(name)
  return value ? ({ [name]: value } as { [name in Name]: string }) : {}
}
