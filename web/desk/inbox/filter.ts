import { type Filter, sorts } from '../../../desk/filters.ts'
import { statuses } from '../../../desk/status.ts'
import { queryOf } from '../app/paths.ts'

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

/** How many fields of "Filter and sort" are set. The search is not one of them. */
export const filterCount = ({ search: _, cursor: __, ...filter }: Filter) => queryOf(filter).size
