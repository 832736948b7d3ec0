import { useEffect, useReducer, useState } from 'react'
import type { Change, ProjectFile } from '../../desk/api.ts'
import { useDesk } from './use-desk.ts'

const DRAFT = 'draft '

/**
 * What is being typed, kept until it is sent: a session that runs out does not lose it. To forget it leaves what was
 * typed since. Only the memory holds it: who sent it may have left, and come back to another form.
 */
export function useDraft<T>(
  name: string,
): readonly [kept: T | undefined, keep: (fresh?: T) => void, forget: () => void] {
  const { memory } = useDesk()
  const key = DRAFT + name
  const [, show] = useReducer((times: number) => times + 1, 0)
  // Only this hook writes under such a key, and a name has one type of draft.
  const kept = memory.get(key) as T | undefined
  const keep = (fresh?: T) => {
    memory.set(key, fresh)
    show()
  }
  return [kept, keep, () => memory.get(key) === kept && keep()]
}

/** A change that is chosen first and then saved. */
export type ChosenChange = Extract<Change, { readonly kind: 'status' | 'assigned' }>

interface Choice<T> {
  readonly value: T
  readonly version: number
}

/**
 * A choice that is not saved yet, with the version it was made on: what is done elsewhere meanwhile neither undoes
 * it nor is undone by it unseen. It is kept as typed text is.
 */
export function useChoice<T>(kind: ChosenChange['kind'] | 'reason', now: T, { id, version }: ProjectFile) {
  const { memory } = useDesk()
  const key = choiceKey(kind, id)
  // Only this hook writes under such a key, and a kind has one type of choice.
  const [chosen, setChosen] = useState(() => memory.get(key) as Choice<T> | undefined)
  const keep = (fresh?: Choice<T>) => {
    memory.set(key, fresh)
    setChosen(fresh)
  }
  // What was done elsewhere as it was chosen is done: whoever chooses next has seen it.
  const open = chosen?.value === now ? undefined : chosen
  /** Leaves what was chosen since. */
  const forget = () => memory.get(key) === chosen && keep()

  // Follows the file: nobody who leaves is asked about what is done.
  useEffect(() => {
    if (chosen && !open) forget()
  })

  return {
    value: open ? open.value : now,
    version: open ? open.version : version,
    choose: (value: T) => (value === now ? keep() : keep({ value, version: open?.version ?? version })),
    forget,
  }
}

/** Under which the memory holds a choice. */
export const choiceKey = (kind: string, id: string) => `${DRAFT}${kind} ${id}`

/** Whether a key of the memory is that of something which only this page knows. */
export const isDraft = (key: string) => key.startsWith(DRAFT)

/** Whether somebody has typed or chosen something that only this page knows. */
export const hasDrafts = (memory: ReadonlyMap<string, unknown>) =>
  [...memory].some(([key, value]) => isDraft(key) && value)

/** Lets the browser ask whoever leaves the page with such things. */
export function useAskedBeforeLeaving(memory: ReadonlyMap<string, unknown>) {
  // Follows whose memory it is.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasDrafts(memory)) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [memory])
}
