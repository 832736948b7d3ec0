import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Question } from '../ui/use-question.tsx'
import type { ApiResult, CallFailure } from './api-result.ts'
import { problemText } from './problem-text.ts'
import { unwrap } from './query-client.ts'
import { DeskContext } from './use-desk.ts'
import { useUnmounted } from './use-unmounted.ts'

interface Action<Input, Output> {
  /** Asked before something final is sent. */
  readonly asks?: (input: Input) => Question | undefined
  readonly send: (input: Input) => Promise<ApiResult<Output>>
  /** What the notice says when it is done. */
  readonly done?: (output: Output, input: Input) => string
  /** Why it failed, in words. */
  readonly failed?: (problem: CallFailure, input: Input) => string
  readonly onDone?: (output: Output, input: Input) => unknown
  readonly onFailed?: (problem: CallFailure, input: Input) => void
  /** What to load again, after a failure too: without a response the server may have done it. */
  readonly refreshes?: { readonly queryKey: QueryKey }
  /** What failed, for a specialist who has left the screen. */
  readonly about?: string
  /** Sent again while it is being sent. By default a second press does nothing. */
  readonly mayOverlap?: true
}

/** What a person does: a notice says when it is done, and words beside it why it failed. */
export function useAction<Input = void, Output = unknown>(current: Action<Input, Output>) {
  // Null before the sign-in.
  const desk = useContext(DeskContext)
  const queryClient = useQueryClient()
  const isUnmounted = useUnmounted()

  // The action travels with its input, because by the time of the response the fields may have changed.
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ action, input }: { action: Action<Input, Output>; input: Input }) =>
      unwrap(await action.send(input)),
    onMutate: () => desk?.announce(''),
    onSuccess: async (output, { action: { done, onDone, refreshes }, input }) => {
      if (done) desk?.announce(done(output, input))
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
    async run(input: Input) {
      if (isPending && !current.mayOverlap) return
      const question = current.asks?.(input)
      if (!question || (await desk?.ask(question))) mutate({ action: current, input })
    },
    isBusy: isPending,
    /** What is being sent. */
    pending: isPending ? variables.input : undefined,
    problem: error ? textOf(error.problem, variables.action, variables.input) : '',
  }
}

const textOf = <Input>(
  problem: CallFailure,
  { failed = problemText }: Pick<Action<Input, never>, 'failed'>,
  input: Input,
) => (problem.kind === 'explained' ? problem.text : failed(problem, input))
