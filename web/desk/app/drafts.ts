import { useEffect } from 'react'

/** What a person has typed or chosen but not saved. It outlives a session that expires, and ends with sign-out. */
export type Drafts = Map<string, unknown>

export const hasDrafts = (drafts: Drafts) => [...drafts.values()].some(Boolean)

/** Lets the browser ask before it leaves a page with drafts. */
export function useLeaveWarning(drafts: Drafts) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasDrafts(drafts)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [drafts])
}
