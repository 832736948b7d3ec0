import { flushSync } from 'react-dom'
import type { Business } from '../../questionnaire/business.ts'
import type { FieldName } from '../../questionnaire/fields.ts'
import { fieldsAsked, screens } from '../../questionnaire/screens.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { VERSION_HEADER, versions } from '../../questionnaire/version.ts'
import {
  EARLY_HEADER,
  PRICES_HEADER,
  SECONDS_HEADER,
  TEST_HEADER,
  TRAP_HEADER,
  TRAP_NAME,
} from '../../questionnaire/visit-signals.ts'
import { currentForm, readControl } from '../fields/read-control.ts'
import { createDraft, parseLinkedVisit } from './draft.ts'
import { attempt, LINK_KEY } from './draft-key.ts'
import { sendProject } from './send-project.ts'
import { storedSource } from './source.ts'
import { createSubmission, type Submission } from './submission.ts'
import { isTestVisit } from './test-visit.ts'
import { createVisitStore, type Visit, type VisitState, type VisitStore } from './visit.ts'

const WRITE_DELAY_MS = 200

/** A visit's store that React can subscribe to. */
export interface BrowserVisit extends VisitStore, Submission {
  readonly subscribe: (listener: () => void) => () => void
  /** The state that the served HTML shows, whatever has changed since. */
  readonly served: () => VisitState
}

/** The store of this page's visit, connected to the browser's history, storage and page events. */
export function openVisit({ sendEarly, askPhone, prices }: Business): BrowserVisit {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let writing: ReturnType<typeof setTimeout> | undefined
  let isPageLeaving = false
  // The page shows a form if START HERE was pressed before this script had loaded (first-question.ts).
  const screen = currentForm() ? 1 : 0
  /** When START HERE was pressed, or this script loaded if that was later; null for a visit that was resumed. */
  let startedAt = screen === 0 ? null : performance.now()

  /** What the trap of the last question held when that was left. */
  let trapped = ''

  const signals = ({ sentEarly }: Visit) => ({
    [VERSION_HEADER]: versions[askPhone],
    [SOURCE_HEADER]: storedSource(),
    [PRICES_HEADER]: prices.id,
    ...(startedAt !== null && {
      [SECONDS_HEADER]: String(Math.floor((performance.now() - startedAt) / 1000)),
    }),
    ...((trapped || readTrap()) !== '' && { [TRAP_HEADER]: '1' }),
    ...(sentEarly && { [EARLY_HEADER]: '1' }),
    ...(isTestVisit() && { [TEST_HEADER]: '1' }),
  })

  const draft = createDraft(
    () => sessionStorage,
    () => localStorage,
  )
  const store = createVisitStore({
    screen,
    history,
    location,
    draft,
    askPhone,
    reportValidity,
    onChange(direction) {
      if (direction === 0) notify()
      else {
        takeStep(direction, notify)
        dispatchEvent(new CustomEvent('screenchange', { detail: store.current().screen }))
        submission.sendEarly(false)
      }
      clearTimeout(writing)
      writing = setTimeout(() => store.writeDraft(!isPageLeaving), WRITE_DELAY_MS)
    },
  })

  const submission = createSubmission(store, (visit) => sendProject(visit, signals(visit)))

  /**
   * Some form fillers change controls without an event, and the next render would undo that. So the other controls
   * are read with every answer, and all of them when the visitor leaves the screen.
   */
  function readControls(except?: FieldName) {
    const { screen, visit } = store.current()
    for (const name of fieldsAsked(screens[screen] ?? screens[0], 'optional')) {
      const answer = name === except ? undefined : readControl(name)
      if (answer !== undefined && answer !== visit.answers[name]) store.answer(name, answer)
    }
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    readControls()
    store.followHistory()
  })
  // A page that goes away gets two events: pagehide, then visibilitychange.
  const writeDraft = (isLeaving: boolean) => {
    isPageLeaving = isLeaving
    readControls()
    submission.sendEarly(true)
    store.writeDraft(!isPageLeaving)
  }
  addEventListener('pagehide', () => writeDraft(true))
  addEventListener('pageshow', ({ persisted }) => {
    // The browser restored this page from its cache after the visitor went on in another page.
    if (persisted && draft.isOutdated()) location.reload()
    else writeDraft(false)
  })
  document.addEventListener('visibilitychange', () => document.hidden && writeDraft(isPageLeaving))

  // The server does not know of a draft, nor of what the visitor typed before this script had loaded.
  const served: VisitState = { ...store.current(), earlier: null, snapshot: null }
  readControls()
  void offerLink()

  /** Offers the visit of the link that bootstrap.ts found in the address. */
  async function offerLink() {
    const { link } = document.getElementById('root')?.dataset ?? {}
    if (link === undefined) return
    const value = await import('./link.ts').then(({ readLink }) => readLink(link)).catch(() => undefined)
    const linked = parseLinkedVisit(value)
    if (!linked) forgetLink()
    store.update({ linked: linked ?? 'unreadable' })
  }

  const forgetLink = () => attempt(() => sessionStorage.removeItem(LINK_KEY))

  return {
    ...store,
    ...submission,
    begin() {
      startedAt = performance.now()
      store.begin()
    },
    resume(linked) {
      startedAt = null
      forgetLink()
      store.resume(linked)
    },
    discard() {
      forgetLink()
      store.discard()
    },
    // These read the controls first, because form fillers change them silently.
    next: () => {
      // Rendered first: if a form filler chose Other, its text box becomes required only now.
      flushSync(readControls)
      if (!reportValidity()) return
      if (sendEarly) {
        trapped ||= readTrap()
        submission.allowEarly()
      }
      store.next()
    },
    back: () => {
      readControls()
      store.back()
    },
    backToReview: () => {
      flushSync(readControls)
      if (reportValidity()) store.backToReview()
    },
    answer: (name, text) => {
      readControls(name)
      store.answer(name, text)
    },
    served: () => served,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The text in the hidden trap of the screen, if it has one. */
const readTrap = () => document.querySelector<HTMLInputElement>(`[name=${TRAP_NAME}]`)?.value ?? ''

const reportValidity = () => currentForm()?.reportValidity() ?? true

/**
 * Renders at once, so that the next screen is in the first frame after the press. motion.css reads the direction.
 */
function takeStep(direction: number, render: () => void) {
  // Removing a focused element would make the browser lay out the old screen once more.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  document.documentElement.dataset.direction = direction > 0 ? 'forward' : 'back'
  flushSync(render)
}
