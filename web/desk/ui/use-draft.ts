import { useReducer } from 'react'
import { useDesk } from '../app/use-desk.ts'

/** What is being typed or chosen. `clear` keeps what was changed since. */
export function useDraft<T>(
  key: string,
): readonly [draft: T | undefined, setDraft: (fresh?: T) => void, clear: () => void] {
  const { drafts } = useDesk()
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  // Each key has one type of draft.
  const draft = drafts.get(key) as T | undefined
  const setDraft = (fresh?: T) => {
    drafts.set(key, fresh)
    rerender()
  }
  return [draft, setDraft, () => drafts.get(key) === draft && setDraft()]
}
