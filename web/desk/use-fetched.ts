import { useCallback, useEffect, useRef, useState } from 'react'
import type { Problem } from './call-api.ts'
import { useDesk } from './use-desk.ts'

export interface Fetched<T> {
  /** The last good answer, shown for as long as there is no newer one. */
  readonly value: T | undefined
  readonly problem: Problem | null
  readonly reload: () => Promise<void>
  /** Puts another answer in its place, as a change of it returned, unless that is older or it is gone by now. */
  readonly put: (value: T) => void
}

type IsOlder<T> = (one: T, other: T) => boolean

const NEVER = () => false

/**
 * What a path answers. It is kept until sign-out, so that Back shows it at once while it is asked for again.
 * Answers can overtake each other where something is put besides: one that `isOlder` than what is shown is
 * dropped. That has to be the same function at each render.
 */
export function useFetched<T>(path: string, isOlder: IsOlder<T> = NEVER): Fetched<T> {
  const { memory, call } = useDesk()
  // Only this hook writes under a path, and a path has one kind of answer.
  const [value, setValue] = useState(() => memory.get(path) as T | undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Calls are numbered, so that an answer which was overtaken by a later one is known.
  const asked = useRef(0)
  const taken = useRef(0)

  const show = useCallback(
    (fresh: T) => {
      setProblem(null)
      const shown = memory.get(path) as T | undefined
      if (shown !== undefined && isOlder(fresh, shown)) return
      memory.set(path, fresh)
      setValue(fresh)
    },
    [memory, path, isOlder],
  )

  const put = useCallback((fresh: T) => memory.has(path) && show(fresh), [memory, path, show])

  const forget = useCallback(() => {
    memory.delete(path)
    setValue(undefined)
  }, [memory, path])

  const reload = useCallback(async () => {
    asked.current += 1
    const turn = asked.current
    const answer = await call<T>(path)
    if (turn < taken.current) return
    taken.current = turn
    if (answer.ok) show(answer.value)
    else {
      // What is gone is not shown as it was before.
      if (answer.problem.kind === 'not found') forget()
      setProblem(answer.problem)
    }
  }, [path, show, forget, call])

  // Follows the server: asks when the path is first shown.
  useEffect(() => {
    void reload()
    return () => {
      asked.current += 1
      taken.current = asked.current
    }
  }, [reload])

  return { value, problem, reload, put }
}
