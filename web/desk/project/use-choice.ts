import { useEffect } from 'react'
import type { ProjectDetails } from '../../../desk/api.ts'
import type { FactChange } from '../../../desk/requests.ts'
import type { Drafts } from '../app/drafts.ts'
import { useDraft } from '../ui/use-draft.ts'

interface Choice<T> {
  readonly value: T
  readonly version: number
}

/**
 * A choice that is not saved yet, with the version of the project it was made on. A colleague's change does not discard
 * it, and it overwrites that change only after the specialist confirms.
 */
export function useChoice<T>(
  kind: FactChange['kind'] | 'reason',
  current: T,
  { id, version }: ProjectDetails,
) {
  const [chosen, set, clear] = useDraft<Choice<T>>(choiceKey(kind, id))
  // A colleague has already saved the same value.
  const pending = chosen?.value === current ? undefined : chosen

  // Removes a draft when its choice has been saved.
  useEffect(() => {
    if (chosen && !pending) clear()
  })

  return {
    value: pending ? pending.value : current,
    version: pending ? pending.version : version,
    choose: (value: T) => (value === current ? set() : set({ value, version: pending?.version ?? version })),
    clear,
  }
}

/** Those of an erased project can never be saved. */
export function deleteDrafts(drafts: Drafts, id: string): void {
  for (const key of drafts.keys()) if (key.endsWith(id)) drafts.delete(key)
}

export const choiceKey = (kind: string, id: string) => `${kind} ${id}`
