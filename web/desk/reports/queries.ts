import type { FirstContacts, Funnel, Summary } from '../../../desk/api.ts'
import { listOf, objectWith } from '../app/api-result.ts'
import { pathWithQuery } from '../app/paths.ts'
import { apiQuery } from '../app/use-desk.ts'

export const unansweredQuery = apiQuery('unanswered', listOf<Summary>(), '/unanswered')
export const firstContactsQuery = apiQuery('first-contacts', listOf<FirstContacts>(), '/unanswered')

/** The server chooses the days that are not given. */
export const funnelQuery = (days: { readonly from: string; readonly to: string }) =>
  apiQuery(pathWithQuery('funnel', days), objectWith<Funnel>('steps', 'days', 'sources'))
