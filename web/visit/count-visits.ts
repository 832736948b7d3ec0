import type { VisitCount } from '../../desk/api.ts'
import { storedSource, storeSource } from './source.ts'
import { isTestVisit } from './test-visit.ts'

// Reports how far visits get: each screen once per visit, with the time until the visitor first left it or the page was
// hidden. A phone may end a hidden page without notice, so this does not wait for the visitor to return. Reports carry
// no id of the visit, and with the first screen its source. Tests and visitors who have asked not to be tracked are not
// counted, and their source is not stored.

const counted = new Set<number>()
let screen = 0
/** Differs from `screen` until the step has been painted. */
let shown = 0
let since = performance.now()

function report() {
  if (!counted.has(screen)) {
    counted.add(screen)
    const seconds = Math.round((performance.now() - since) / 1000)
    const source = screen === 0 && storedSource()
    const count: VisitCount = { screen, seconds, ...(source && { source }) }
    // A failure here must never disturb the visit.
    try {
      navigator.sendBeacon('/api/steps', new Blob([JSON.stringify(count)], { type: 'application/json' }))
    } catch {}
  }
  since = performance.now()
}

function checkScreen() {
  if (shown === screen) return
  report()
  screen = shown
}

function reportHidden() {
  checkScreen()
  report()
}

if (
  !isTestVisit() &&
  navigator.doNotTrack !== '1' &&
  !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
) {
  storeSource(location, document.referrer)
  // first-question.ts and open-visit.ts send this event. No step waits for its report.
  addEventListener('screenchange', (event) => {
    if (event instanceof CustomEvent) shown = Number(event.detail)
    requestAnimationFrame(() => setTimeout(checkScreen))
  })
  addEventListener('visibilitychange', () => {
    if (document.hidden) reportHidden()
    else since = performance.now()
  })
  // A page that was opened in the background and never seen is not a visit.
  addEventListener('pagehide', () => {
    if (!document.hidden) reportHidden()
  })
}
