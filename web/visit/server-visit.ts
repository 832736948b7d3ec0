import type { BrowserVisit } from './open-visit.ts'
import { createSubmission } from './submission.ts'
import { createVisitStore } from './visit.ts'

/** A visit that stays on its screen, for HTML that is rendered outside of a browser. */
export function serverVisit(screen: 0 | 1): BrowserVisit {
  const nothing = () => {}
  const store = createVisitStore({
    screen,
    history: { state: null, pushState: nothing, replaceState: nothing, back: nothing },
    location: { pathname: '/' },
    draft: { load: () => null, loadSnapshot: () => null, write: nothing, clear: nothing },
    askPhone: 'off',
    reportValidity: () => true,
    onChange: nothing,
  })
  return {
    ...store,
    ...createSubmission(store, async () => 'failed'),
    served: store.current,
    subscribe: () => nothing,
  }
}
