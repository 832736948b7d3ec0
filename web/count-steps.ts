import type { VisitCount } from '../desk/api.ts'

// Tells the business how far visits get: each screen once a visit, when it is first left or the page is put away, with
// how long it was looked at until then. A phone ends a page that was put away without a word, so its return is not waited
// for. Nobody is followed: no id, nothing stored, and nothing at all for who has asked not to be counted.

const counted = new Set<number>()
let screen = 0
let since = performance.now()

function leave() {
  if (!counted.has(screen)) {
    counted.add(screen)
    const count: VisitCount = { screen, seconds: Math.round((performance.now() - since) / 1000) }
    // Never in a visit's way, whatever the browser thinks of beacons.
    try {
      navigator.sendBeacon('/api/steps', new Blob([JSON.stringify(count)], { type: 'application/json' }))
    } catch {}
  }
  since = performance.now()
}

/**
 * A page that is loaded anew has the address of the one before until its visit's script comes, and shows the landing.
 * That script says in `direction` (open-visit.ts) that a step was taken.
 */
const shown = () => (document.documentElement.dataset.direction ? Number(location.pathname.slice(4)) : 0)

function look() {
  const now = shown()
  if (now === screen) return
  leave()
  screen = now
}

function putAway() {
  look()
  leave()
}

/**
 * After the next frame, so that no step waits for it, and entries pushed in one go, when a visit is taken up
 * again, count as the last of them only.
 */
const lookLater = () => void requestAnimationFrame(() => setTimeout(look))

/** Tells of every change of the address; where there is no Navigation API, history's own methods are listened to. */
function followAddress() {
  if ('navigation' in window) {
    navigation.addEventListener('currententrychange', lookLater)
    return
  }
  addEventListener('popstate', lookLater)
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...args) {
      original.apply(this, args)
      lookLater()
    }
  }
}

if (
  navigator.doNotTrack !== '1' &&
  !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
) {
  followAddress()
  addEventListener('visibilitychange', () => {
    if (document.hidden) putAway()
    else since = performance.now()
  })
  // A page that was opened behind another and never seen is no visit.
  addEventListener('pagehide', () => {
    if (!document.hidden) putAway()
  })
  // A visit may have begun before this script came.
  look()
}
