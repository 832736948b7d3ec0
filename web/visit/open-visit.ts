import { flushSync } from 'react-dom'
import { fieldsOf, screens } from '../../questionnaire/screens.ts'
import { currentForm, readControl } from '../fields/read-control.ts'
import { createTabDraft } from './draft.ts'
import { sendProject } from './send-project.ts'
import { createVisitStore, type VisitState, type VisitStore } from './visit.ts'

const SAVE_DELAY_MS = 200

/** A visit's store that React can subscribe to. */
export interface BrowserVisit extends VisitStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The state that the served HTML shows, whatever has changed since. */
  readonly served: () => VisitState
}

/** The store of this page's visit, connected to the browser's history, storage and page events. */
export function openVisit(): BrowserVisit {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let saving: ReturnType<typeof setTimeout> | undefined
  let isLeft = false

  const draft = createTabDraft(() => sessionStorage)
  const store = createVisitStore({
    history,
    location,
    draft,
    reportValidity,
    send: sendProject,
    onChange(direction) {
      if (direction === 0) notify()
      else takeStep(direction, notify)
      clearTimeout(saving)
      saving = setTimeout(() => store.saveDraft(!isLeft), SAVE_DELAY_MS)
    },
  })

  /**
   * Some form fillers change controls without an event, and the next render would undo that. So the controls are read
   * with every answer, and whenever the visitor leaves the screen.
   */
  function readControls() {
    const { screen, visit } = store.current()
    for (const name of fieldsOf(screens[screen] ?? screens[0])) {
      const answer = readControl(name)
      if (answer !== undefined && answer !== visit.answers[name]) store.answer(name, answer)
    }
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    readControls()
    store.followHistory()
  })
  // A page that goes away gets two events: pagehide, then visibilitychange.
  const save = (left: boolean) => {
    isLeft = left
    readControls()
    store.saveDraft(!left)
  }
  addEventListener('pagehide', () => save(true))
  addEventListener('pageshow', ({ persisted }) => {
    // The browser restored this page from its cache after the visitor went on in another page.
    if (persisted && draft.isOutdated()) location.reload()
    else save(false)
  })
  document.addEventListener('visibilitychange', () => document.hidden && save(isLeft))

  // The server does not know of a draft.
  const served: VisitState = { ...store.current(), unfinished: null }
  return {
    ...store,
    // These read the controls first, because form fillers change them silently.
    next: () => {
      // Rendered first: if a form filler chose Other, its text box becomes required only now.
      flushSync(readControls)
      if (reportValidity()) store.next()
    },
    back: () => {
      readControls()
      store.back()
    },
    answer: (name, text) => {
      readControls()
      store.answer(name, text)
    },
    served: () => served,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const reportValidity = () => currentForm()?.reportValidity() ?? true

/**
 * Renders at once, so that the next screen is in the first frame after the press. motion.css reads the direction, and
 * count-visits.ts reads from it that a step was taken.
 */
function takeStep(direction: number, render: () => void) {
  // Removing a focused element would make the browser lay out the old screen once more.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.documentElement.dataset.direction = direction > 0 ? 'forward' : 'back'
  flushSync(render)
}
