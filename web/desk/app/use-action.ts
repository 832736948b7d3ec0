import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Question } from '../ui/use-question.tsx'
import type { ApiResult, CallFailure } from './api-result.ts'
import { problemText } from './problem-text.ts'
import { unwrap } from './query-client.ts'
import { DeskContext } from './use-desk.ts'
import { useUnmounted } from './use-unmounted.ts'

interface ActionOptions<Input, Output> {
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
}

/** Something that a person does: one at a time, with a notice when it is done and words when it failed. */
export function useAction<Input = void, Output = unknown>({
  asks,
  send,
  done,
  failed = problemText,
  onDone,
  onFailed,
  refreshes,
  about,
}: ActionOptions<Input, Output>) {
  // Null before the sign-in.
  const desk = useContext(DeskContext)
  const queryClient = useQueryClient()
  const isUnmounted = useUnmounted()
  const refresh = async () => refreshes && queryClient.invalidateQueries(refreshes)
  const textOf = (problem: CallFailure, input: Input) =>
    problem.kind === 'explained' ? problem.text : failed(problem, input)

  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (input: Input) => unwrap(await send(input)),
    onMutate: () => desk?.announce(''),
    onSuccess: async (output, input) => {
      if (done) desk?.announce(done(output, input))
      await onDone?.(output, input)
      await refresh()
    },
    onError: ({ problem }, input) => {
      onFailed?.(problem, input)
      const text = textOf(problem, input)
      if (isUnmounted.current && text) desk?.showError(about ? `${about}: ${text}` : text)
      void refresh()
    },
  })

  return {
    async run(input: Input) {
      if (isPending) return
      const question = asks?.(input)
      if (!question || (await desk?.ask(question))) mutate(input)
    },
    isBusy: isPending,
    /** What is being sent. */
    pending: isPending ? variables : undefined,
    // The input of a failed action is known.
    problem: error ? textOf(error.problem, variables as Input) : '',
  }
}
