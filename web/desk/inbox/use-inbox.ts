import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Inbox, ListedProjects, Summary } from '../../../desk/api.ts'
import type { Filter } from '../../../desk/filters.ts'
import { MAX_LISTED } from '../../../desk/limits.ts'
import type { Selection } from '../../../desk/requests.ts'
import { objectWith } from '../app/api-result.ts'
import { queryOf } from '../app/paths.ts'
import { DESK, unwrap } from '../app/query-client.ts'
import { useDesk, useProblem } from '../app/use-desk.ts'
import { idsOf, newProjects } from './new-projects.ts'

/** The pages loaded so far. */
export interface InboxList {
  readonly rows: readonly Summary[]
  /** The cursor of the next page; null when the list is complete. */
  readonly next: string | null
  /** How many projects match that the list does not show yet. */
  readonly newCount: number
  readonly suspicious: number
}

export const inboxKey = (filter: Filter) => [DESK, '/', queryOf(filter).toString()]

/**
 * The projects that match a filter, page by page. Rows are updated in place. New projects are only counted until the
 * specialist asks for them, so that the list never moves while it is read; an empty list shows them at once.
 */
export function useInbox(filter: Filter) {
  const { call } = useDesk()
  const queryClient = useQueryClient()
  const queryKey = inboxKey(filter)
  const startsOver = useRef(false)

  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const before = queryClient.getQueryData<InboxList>(queryKey)
      const list = before && !startsOver.current ? await refresh(before) : await loadFirst()
      startsOver.current = false
      return list
    },
  })

  const more = useMutation({
    mutationFn: ({ next }: InboxList) => loadPage(next ?? ''),
    onSuccess: (page, before) =>
      queryClient.setQueryData<InboxList>(queryKey, (now) => {
        // The list was started over meanwhile.
        if (now?.next !== before.next) return now
        const known = idsOf(now.rows)
        return {
          ...now,
          rows: [...now.rows, ...page.projects.filter(({ id }) => !known.has(id))],
          next: page.next,
        }
      }),
  })

  const loadPage = async (cursor: string) => {
    const shape = objectWith<Inbox>('projects', 'next', 'suspicious')
    return unwrap(await call(`projects?${queryOf({ ...filter, cursor })}`, { shape }))
  }

  async function loadFirst(): Promise<InboxList> {
    const { projects, ...page } = await loadPage('')
    return { ...page, rows: projects, newCount: 0 }
  }

  /** A row that no longer matches the filter stays; one that was erased goes. */
  async function refresh(before: InboxList): Promise<InboxList> {
    const asked = idsOf(before.rows.slice(0, MAX_LISTED))
    const body: Selection = { ids: [...asked] }
    const shape = objectWith<ListedProjects>('rows', 'projects', 'suspicious')
    const listed = unwrap(await call(`projects/listed?${queryOf(filter)}`, { method: 'POST', body, shape }))
    const fresh = new Map(listed.rows.map((row) => [row.id, row]))

    // "Show more" may have added rows meanwhile.
    const now = queryClient.getQueryData<InboxList>(queryKey) ?? before
    const rows = now.rows.flatMap((row) => fresh.get(row.id) ?? (asked.has(row.id) ? [] : row))
    const newCount = newProjects(listed.projects, { ...now, rows }, filter.sort).length
    if (newCount > 0 && rows.length === 0) return loadFirst()
    return { rows, next: now.next, newCount, suspicious: listed.suspicious }
  }

  const list = query.data
  const problem = useProblem(query)
  // A failed "Show more" is reported until the list has been loaded again.
  const moreProblem = more.submittedAt > query.dataUpdatedAt ? more.error?.problem : undefined
  return {
    list,
    problem: problem ?? moreProblem ?? null,
    isLoadingMore: more.isPending,
    startOver: async () => {
      startsOver.current = true
      await query.refetch()
    },
    showMore: () => {
      if (list && !more.isPending) more.mutate(list)
    },
  }
}
