import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi, type Problem } from './call-api.ts'
import { useDesk } from './session.ts'

export interface Fetched<T> {
  /** The last good answer, shown for as long as there is no newer one. */
  readonly value: T | undefined
  readonly problem: Problem | null
  readonly reload: () => Promise<void>
  /** Puts a newer answer in its place, as a change of it returned. */
  readonly put: (value: T) => void
}

/** What a path answers. It is kept until sign-out, so that Back shows it at once while it is asked for again. */
export function useFetched<T>(path: string): Fetched<T> {
  const { memory, onSignedOut } = useDesk()
  // Only this hook writes under a path, and a path has one kind of answer.
  const [value, setValue] = useState(() => memory.get(path) as T | undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const calls = useRef(0)

  const put = useCallback(
    (fresh: T) => {
      calls.current += 1
      memory.set(path, fresh)
      setValue(fresh)
      setProblem(null)
    },
    [memory, path],
  )

  const forget = useCallback(() => {
    memory.delete(path)
    setValue(undefined)
  }, [memory, path])

  const reload = useCallback(async () => {
    calls.current += 1
    const call = calls.current
    const answer = await callApi<T>(path)
    if (call !== calls.current) return
    if (answer.ok) put(answer.value)
    else if (answer.problem.kind === 'signed out') onSignedOut()
    else {
      // What is gone is not shown as it was before.
      if (answer.problem.kind === 'not found') forget()
      setProblem(answer.problem)
    }
  }, [path, put, forget, onSignedOut])

  // Follows the server: asks when the path is first shown.
  useEffect(() => {
    void reload()
    return () => {
      calls.current += 1
    }
  }, [reload])

  return { value, problem, reload, put }
}
