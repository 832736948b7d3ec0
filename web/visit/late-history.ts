import type { Surroundings } from './visit.ts'

type NewEntry = Parameters<History['pushState']>

/**
 * The browser's history, whose new entries are made later, when the screens they are for have been drawn: a
 * browser takes longer for one than React takes for the whole step.
 */
export function lateHistory(history: Surroundings['history'], later: (work: () => void) => void) {
  let waiting: NewEntry[] = []

  function makeWaiting() {
    const entries = waiting
    waiting = []
    for (const entry of entries) history.pushState(...entry)
  }

  return {
    get state() {
      const [last] = waiting.slice(-1)
      return last ? last[0] : history.state
    },
    pushState(...entry: NewEntry) {
      if (waiting.length === 0) later(makeWaiting)
      waiting.push(entry)
    },
    replaceState(...entry: NewEntry) {
      makeWaiting()
      history.replaceState(...entry)
    },
    back() {
      makeWaiting()
      history.back()
    },
    /** The visitor has already gone elsewhere in the history, and they would be made there. */
    forgetWaiting() {
      waiting = []
    },
  }
}
