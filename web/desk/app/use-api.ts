import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../desk/api.ts'
import { type CallFailure, listOf, type Shape } from './api-result.ts'
import { type ApiError, DESK, unwrap } from './query-client.ts'
import { useDesk } from './use-desk.ts'

/** A GET request, and the key of its response. */
export interface ApiQuery<T> {
  readonly path: string
  readonly shape: Shape<T>
  readonly queryKey: QueryKey
}

/** `screen` is the path of a screen: its live updates in app/routes.ts load the response again. */
export const apiQuery = <T>(path: string, shape: Shape<T>, screen = ''): ApiQuery<T> => ({
  path,
  shape,
  queryKey: [DESK, screen, path],
})

/** The response to a GET request, loaded again every minute and whenever the specialist comes back to the page. */
export function useApi<T>({ path, shape, queryKey }: ApiQuery<T>): UseQueryResult<T> {
  const { call } = useDesk()
  return useQuery({ queryKey, queryFn: async () => unwrap(await call(path, { shape })) })
}

const peopleQuery = apiQuery('people', listOf<Person>())

/** Everybody a project can be assigned to; empty until the server has responded. */
export const usePeople = (): readonly Person[] => useApi(peopleQuery).data ?? []

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
