import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { OpenVisit } from './open-visit.ts'
import type { Moment } from './visit.ts'

const VisitContext = createContext<OpenVisit | null>(null)

export function VisitProvider({ visit, children }: { visit: OpenVisit; children: ReactNode }) {
  return <VisitContext value={visit}>{children}</VisitContext>
}

/** What can be done with the visit. */
export function useVisit(): OpenVisit {
  const store = useContext(VisitContext)
  if (!store) throw new Error('useVisit needs a VisitProvider above it')
  return store
}

/**
 * One thing of the visit as it is now: a component is drawn anew when that changes, and not with every step. It is
 * something the visit holds, and not made here, or it would change each time.
 */
export function useMoment<T>(of: (moment: Moment) => T): T {
  const { subscribe, current, asServed } = useVisit()
  return useSyncExternalStore(
    subscribe,
    () => of(current()),
    () => of(asServed()),
  )
}
