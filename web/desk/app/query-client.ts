import { QueryClient } from '@tanstack/react-query'
import type { ApiResult, CallFailure } from './api-result.ts'

export const EVERY_MINUTE = 60_000

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** The cache of everything the desk has loaded, kept until sign-out so that Back shows it at once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: Number.POSITIVE_INFINITY,
        // A failed request is reported at once and repeated with the next minute.
        retry: false,
        networkMode: 'always',
        refetchInterval: EVERY_MINUTE,
        refetchOnReconnect: true,
        // Every response renders again, because "Today" becomes "Yesterday" while the data stay equal.
        structuralSharing: false,
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Keys of what one person has loaded begin with this. */
export const DESK = 'desk'

/** Every query, the session included. */
export const EVERYTHING = { queryKey: [] }

export class ApiError extends Error {
  readonly problem: CallFailure

  constructor(problem: CallFailure) {
    super(problem.kind)
    this.problem = problem
  }
}

/** The value of a successful call; throws after a failed one, as TanStack Query expects. */
export function unwrap<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new ApiError(result.problem)
  return result.value
}
