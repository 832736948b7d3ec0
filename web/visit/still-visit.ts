import type { OpenVisit } from './open-visit.ts'
import { createVisitStore } from './visit.ts'

/** A visit that has not begun and never will: for the HTML that is made before any browser is there. */
export function stillVisit(): OpenVisit {
  const nothing = () => {}
  const store = createVisitStore({
    history: { state: null, pushState: nothing, replaceState: nothing, back: nothing },
    location: { pathname: '/' },
    draft: { take: () => null, keep: nothing, forget: nothing },
    reportValidity: () => true,
    send: async () => false,
    onChange: nothing,
  })
  return { ...store, asServed: store.current, subscribe: () => nothing }
}
