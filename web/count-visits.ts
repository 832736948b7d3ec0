import type { VisitCount } from '../desk/api.ts'

// Reports how far visits get: each screen once per visit, with the time until the visitor first left it or the page was
// hidden. A phone may end a hidden page without notice, so this does not wait for the visitor to return. Reports carry
// no id, nothing is stored, and visitors who have asked not to be tracked are not counted.

const counted = new Set<number>()
let screen = 0
let since = performance.now()

function report() {
  if (!counted.has(screen)) {
    counted.add(screen)
    const count: VisitCount = { screen, seconds: Math.round((performance.now() - since) / 1000) }
    // A failure here must never disturb the visit.
    try {
      navigator.sendBeacon('/api/steps', new Blob([JSON.stringify(count)], { type: 'application/json' }))
    } catch {}
  }
  since = performance.now()
}

/**
 * A reloaded page shows the landing under its old address until the visit's script runs. Only a page with a
 * `direction` (open-visit.ts) has taken a step.
 */
const shownScreen = () =>
  document.documentElement.dataset.direction ? Number(location.pathname.slice(4)) : 0

function checkScreen() {
  const now = shownScreen()
  if (now === screen) return
  report()
  screen = now
}

function reportHidden() {
  checkScreen()
  report()
}

/** After the next frame, so that no step waits for it. Resuming a visit pushes many entries; only the last counts. */
const checkScreenLater = () => void requestAnimationFrame(() => setTimeout(checkScreen))

/** Without the Navigation API, the history's own methods are wrapped. */
function watchAddress() {
  if ('navigation' in window) {
    navigation.addEventListener('currententrychange', checkScreenLater)
    return
  }
  addEventListener('popstate', checkScreenLater)
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...args) {
      original.apply(this, args)
      checkScreenLater()
    }
  }
}

if (
  navigator.doNotTrack !== '1' &&
  !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
) {
  watchAddress()
  addEventListener('visibilitychange', () => {
    if (document.hidden) reportHidden()
    else since = performance.now()
  })
  // A page that was opened in the background and never seen is not a visit.
  addEventListener('pagehide', () => {
    if (!document.hidden) reportHidden()
  })
}
