import type { BrowserVisit } from './open-visit.ts'
import { createVisitStore } from './visit.ts'

/** A visit that never starts, for HTML that is rendered outside of a browser. */
export function serverVisit(): BrowserVisit {
  const nothing = () => {}
  const store = createVisitStore({
    history: { state: null, pushState: nothing, replaceState: nothing, back: nothing },
    location: { pathname: '/' },
    draft: { load: () => null, write: nothing, clear: nothing },
    reportValidity: () => true,
    send: async () => false,
    onChange: nothing,
  })
  return { ...store, served: store.current, subscribe: () => nothing }
}
