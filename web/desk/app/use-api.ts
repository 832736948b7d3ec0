import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../desk/api.ts'
import type { CallFailure } from './call-api.ts'
import { type ApiError, DESK, unwrap } from './query-client.ts'
import { useDesk } from './use-desk.ts'

/**
 * The response to a GET request, loaded again every minute, whenever the specialist comes back to the page, and with
 * the live updates that app/routes.ts names for the screen at `screen`.
 */
export function useApi<T>(path: string, screen = ''): UseQueryResult<T> {
  const { call } = useDesk()
  return useQuery({ queryKey: [DESK, screen, path], queryFn: async () => unwrap(await call<T>(path)) })
}

/** Everybody a project can be assigned to; empty until the server has responded. */
export const usePeople = (): readonly Person[] => useApi<readonly Person[]>('people').data ?? []

/** The sources that projects came from, most frequent first; empty until the server has responded. */
export const useSources = (): readonly string[] => useApi<readonly string[]>('sources').data ?? []

/**
 * The problem of a query. TanStack Query drops the error of a query without data as soon as it fetches again; this
 * keeps it until there is a response, so that the notice and its button stay.
 */
export function useProblem({
  data,
  error,
  isFetching,
}: Pick<UseQueryResult, 'data' | 'error' | 'isFetching'>): CallFailure | null {
  const [last, setLast] = useState<ApiError | null>(null)
  const current = error ?? (data === undefined && isFetching ? last : null)
  if (current !== last) setLast(current)
  return current?.problem ?? null
}
