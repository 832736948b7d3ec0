import { flushSync } from 'react-dom'
import { fieldsOf, screens } from '../../questionnaire/screens.ts'
import { heldAnswer } from '../fields/held-answer.ts'
import { shownForm } from '../fields/shown-form.ts'
import { keepDraftIn } from './draft.ts'
import { sendProject } from './send-project.ts'
import { createVisitStore, type Moment, type VisitStore } from './visit.ts'

/** The store of this page's visit, tied to the browser's history, storage and comings and goings. */
export function openVisit(): OpenVisit {
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  let keeping: ReturnType<typeof setTimeout> | undefined
  let isLeft = false

  // A getter, because merely touching blocked storage throws.
  const draft = keepDraftIn(() => sessionStorage)
  const store = createVisitStore({
    history,
    location,
    draft,
    reportValidity,
    send: sendProject,
    onChange(direction) {
      if (direction === 0) tellAll()
      else takeStep(direction, tellAll)
      clearTimeout(keeping)
      keeping = setTimeout(() => store.keep(!isLeft), 200)
    },
  })

  /**
   * Some programs that fill in forms tell the page of nothing, and what is drawn anew would take back what the visit
   * does not know of. So it is taken up with every answer, and however the screen is left.
   */
  function takeUpHeld() {
    const { screen, visit } = store.current()
    for (const name of fieldsOf(screens[screen] ?? screens[0])) {
      const held = heldAnswer(name)
      if (held !== undefined && held !== visit.answers[name]) store.answer(name, held)
    }
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    takeUpHeld()
    store.followHistory()
  })
  // A page that goes away is told so twice: first that it is left, then that it is hidden.
  const keepLeft = (left: boolean) => {
    isLeft = left
    takeUpHeld()
    store.keep(!left)
  }
  addEventListener('pagehide', () => keepLeft(true))
  addEventListener('pageshow', ({ persisted }) => {
    // The browser had kept this page whole, and the visitor has gone on in another one.
    if (persisted && draft.isOvertaken()) location.reload()
    else keepLeft(false)
  })
  document.addEventListener('visibilitychange', () => document.hidden && keepLeft(isLeft))

  // The server knows of no draft.
  const served: Moment = { ...store.current(), unfinished: null }
  return {
    ...store,
    next: () => {
      // Where a program has marked Other, its box asks for words only now.
      flushSync(takeUpHeld)
      if (reportValidity()) store.next()
    },
    back: () => {
      takeUpHeld()
      store.back()
    },
    answer: (name, text) => {
      takeUpHeld()
      store.answer(name, text)
    },
    asServed: () => served,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A visit's store that tells of every change. */
export interface OpenVisit extends VisitStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The moment that the served HTML shows, whatever has happened by the time the script takes it over. */
  readonly asServed: () => Moment
}

const reportValidity = () => shownForm()?.reportValidity() ?? true

/**
 * At once, so that the next screen is in the first frame after the press. By its direction motion.css lets it come in
 * from its side, and count-steps.ts knows that there was a step.
 */
function takeStep(direction: number, update: () => void) {
  // A browser that has to take the focus from what is removed, or changed, lays out once more what is being left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.documentElement.dataset.direction = direction > 0 ? 'forward' : 'back'
  flushSync(update)
}
