import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Inbox, ProjectDetails, Summary } from '../../../desk/api.ts'
import type { Filter } from '../../../desk/filters.ts'
import { queryOf } from '../app/paths.ts'
import { DESK, unwrap } from '../app/query-client.ts'
import { useProblem } from '../app/use-api.ts'
import { useDesk } from '../app/use-desk.ts'
import { idsOf, newProjects } from './new-projects.ts'

/** The pages loaded so far, and the cursor of each. */
export interface InboxList {
  readonly rows: readonly Summary[]
  readonly next: string | null
  readonly cursors: readonly string[]
  /** How many projects match that the list does not show yet. */
  readonly newCount: number
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
  const currentList = () => queryClient.getQueryData<InboxList>(queryKey)
  const startsOver = useRef(false)

  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const before = currentList()
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
        if (!before.next || now?.cursors !== before.cursors) return now
        const known = idsOf(now.rows)
        return {
          ...now,
          rows: [...now.rows, ...page.projects.filter(({ id }) => !known.has(id))],
          next: page.next,
          cursors: [...now.cursors, before.next],
        }
      }),
  })

  const loadPage = async (cursor: string, sort = filter.sort) =>
    unwrap(await call<Inbox>(`projects?${queryOf({ ...filter, ...(sort && { sort }), cursor })}`))

  async function loadFirst(): Promise<InboxList> {
    const { projects, next } = await loadPage('')
    return { rows: projects, next, cursors: [''], newCount: 0 }
  }

  async function refresh(before: InboxList): Promise<InboxList> {
    const fresh = new Map<string, Summary | null>()
    for (const cursor of before.cursors) {
      const page = await loadPage(cursor)
      for (const project of page.projects) fresh.set(project.id, project)
    }
    // A row that no longer matches the filter stays; one that was erased goes.
    for (const { id } of before.rows) if (!fresh.has(id)) fresh.set(id, await loadProject(id))
    const newest = await loadPage('', 'newest')

    // "Show more" may have added rows meanwhile.
    const now = currentList() ?? before
    const list = {
      ...now,
      rows: now.rows
        .map((row) => (fresh.has(row.id) ? fresh.get(row.id) : row))
        .filter((row): row is Summary => Boolean(row)),
    }
    const newCount = newProjects(newest.projects, list, filter.sort).length
    return newCount > 0 && list.rows.length === 0 ? loadFirst() : { ...list, newCount }
  }

  /** Null when the project was erased. */
  async function loadProject(id: string): Promise<Summary | null> {
    const result = await call<ProjectDetails>(`projects/${id}`)
    return !result.ok && result.problem.kind === 'not found' ? null : unwrap(result)
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
