import {
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import type { Person, Session } from '../../../desk/api.ts'
import type { Question } from '../ui/use-question.tsx'
import {
  type ApiResult,
  type CallFailure,
  listOf,
  notDoneText,
  type Reasons,
  type Shape,
} from './api-result.ts'
import type { callApi } from './call-api.ts'
import type { Drafts } from './drafts.ts'
import { type ApiError, DESK, unwrap } from './query-client.ts'

/** The session and what every screen behind the sign-in shares. */
export interface Desk extends Session {
  /** Calls the API as this person, and again when a refused session has been renewed. */
  readonly call: typeof callApi
  /** Asks before something final is done. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Shows for a while that something was done. */
  readonly announce: (message: string) => void
  /** Shows an error about a screen the specialist has left, until the next navigation. */
  readonly showError: (message: string) => void
  readonly drafts: Drafts
  /** The rows of the current lists, by the path of their project. */
  readonly rows: Map<string, HTMLElement>
  /** The title of the screen at an address. */
  readonly titleOf: (address: string) => string
  /** The screens whose place in the navigation is this path. */
  readonly screensBelow: (path: string) => readonly { path: string; title: string; hint?: string }[]
  readonly signOut: () => void
}

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs a DeskContext above it')
  return desk
}

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

export interface Action<Input, Output> {
  /** Asked before something final is sent. */
  readonly questionFor?: (input: Input) => Question | undefined
  readonly send: (input: Input) => Promise<ApiResult<Output>>
  /** What the notice says when it is done. */
  readonly doneText?: (output: Output, input: Input) => string
  /** What the server's reasons mean. */
  readonly reasons?: Reasons
  /** Why it failed, in words; by default that nothing was changed, and the reason. */
  readonly failedText?: (problem: CallFailure, input: Input) => string
  readonly onDone?: (output: Output, input: Input) => unknown
  readonly onFailed?: (problem: CallFailure, input: Input) => void
  /** What to load again, after a failure too: without a response the server may have done it. */
  readonly refreshes?: { readonly queryKey: QueryKey }
  /** What failed, for a specialist who has left the screen. */
  readonly about?: string
  /** Sent again while it is being sent. By default a second press does nothing. */
  readonly mayOverlap?: true
}

/** An action of the person. A notice confirms its success; the returned problem explains its failure. */
export function useAction<Input = void, Output = unknown>(current: Action<Input, Output>) {
  // Null before the sign-in.
  const desk = useContext(DeskContext)
  const queryClient = useQueryClient()
  const isUnmounted = useUnmounted()

  // The action travels with its input, because by the time of the response the fields may have changed.
  const { mutateAsync, isPending, variables, error } = useMutation({
    mutationFn: async ({ action, input }: { action: Action<Input, Output>; input: Input }) =>
      unwrap(await action.send(input)),
    onMutate: () => desk?.announce(''),
    onSuccess: async (output, { action: { doneText, onDone, refreshes }, input }) => {
      if (doneText) desk?.announce(doneText(output, input))
      await onDone?.(output, input)
      if (refreshes) await queryClient.invalidateQueries(refreshes)
    },
    onError: ({ problem }, { action, input }) => {
      action.onFailed?.(problem, input)
      const text = textOf(problem, action, input)
      const { about, refreshes } = action
      if (isUnmounted.current && text) desk?.showError(about ? `${about}: ${text}` : text)
      if (refreshes) void queryClient.invalidateQueries(refreshes)
    },
  })

  return {
    /** Resolves to whether it was done. */
    async run(input: Input): Promise<boolean> {
      if (isPending && !current.mayOverlap) return false
      const question = current.questionFor?.(input)
      if (question && !(await desk?.ask(question))) return false
      return mutateAsync({ action: current, input }).then(
        () => true,
        () => false,
      )
    },
    isBusy: isPending,
    /** What is being sent. */
    pending: isPending ? variables.input : undefined,
    problem: error ? textOf(error.problem, variables.action, variables.input) : '',
  }
}

function textOf<Input>(
  problem: CallFailure,
  {
    reasons,
    failedText = () => notDoneText(problem, reasons),
  }: Pick<Action<Input, never>, 'reasons' | 'failedText'>,
  input: Input,
) {
  // The frame says so, because the button may be gone.
  if (problem.kind === 'owners only') return ''
  return problem.kind === 'explained' ? problem.text : failedText(problem, input)
}

/** Whether the component is gone by the time a response arrives. */
export function useUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false)
  // Detects when the component is unmounted.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
