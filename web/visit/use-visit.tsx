import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { BrowserVisit } from './open-visit.ts'
import type { VisitState } from './visit.ts'

const VisitContext = createContext<BrowserVisit | null>(null)

export function VisitProvider({ visit, children }: { visit: BrowserVisit; children: ReactNode }) {
  return <VisitContext value={visit}>{children}</VisitContext>
}

/** The actions of the visit. */
export function useVisit(): BrowserVisit {
  const visit = useContext(VisitContext)
  if (!visit) throw new Error('useVisit needs a VisitProvider above it')
  return visit
}

/**
 * Part of the visit's state: the component renders again only when that part changes. `select` must return something
 * that the state holds, not a new object.
 */
export function useVisitState<T>(select: (state: VisitState) => T): T {
  const { subscribe, current, served } = useVisit()
  return useSyncExternalStore(
    subscribe,
    () => select(current()),
    () => select(served()),
  )
}
