import type { Filter } from '../../../desk/filters.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { queryOf } from '../app/paths.ts'
import type { InboxList } from './use-inbox.ts'

export const NONE_YET = 'No projects yet'

/** What a list shows, or why it is empty. */
export function resultTextOf({ rows, next }: InboxList, { sort: _, ...wanted }: Filter): string {
  if (rows.length > 0) return shownText(rows.length, next === null)
  const { from = '', to = '' } = wanted
  if (to && from > to) return '“Received since” is later than “Received until”'
  return queryOf(wanted).size === 0 ? NONE_YET : 'No matching projects'
}

export const shownText = (count: number, isAll: boolean) =>
  `${isAll && count > 1 ? 'All ' : ''}${pluralize(count, 'project')} shown`
