import { attempt, DRAFT_KEY, SNAPSHOT_KEY } from './draft-key.ts'

/** START HERE links to this fragment, so the address records a press before any script has run. */
export const START = '#start'

/** The first question before the visit's script has loaded. */
export interface FirstQuestion {
  readonly isShown: () => boolean
  /** Hands the page over to the visit's script. */
  readonly stop: () => void
}

/**
 * Shows the first question when START HERE is pressed: the page carries its HTML, with controls that the browser
 * validates. The visit's script then continues from what it finds in the page (open-visit.ts, main.tsx).
 */
export function offerFirstQuestion(root: HTMLElement, template: HTMLTemplateElement): FirstQuestion {
  const landing = [...root.children]
  const landingTitle = document.title
  const question = [...template.content.children]
  const { path = '', title = '' } = template.dataset
  const listening = new AbortController()
  const { signal } = listening
  const shownForm = () => root.querySelector('form') ?? undefined

  addEventListener('click', (event) => isStart(event.target) && begin(event), { signal })
  addEventListener('popstate', () => show(location.pathname === path), { signal })
  addEventListener('submit', recordNext, { signal })
  addEventListener('input', writeDraft, { signal })
  if (location.hash === START) begin()

  /** A visitor with an earlier visit stays on the landing, where the visit's script will offer to continue it. */
  function begin(event?: Event) {
    if (root.dataset.link || hasDraft()) return
    event?.preventDefault()
    history.replaceState(null, '', '/')
    history.pushState(null, '', path)
    show(true)
  }

  function show(isQuestion: boolean) {
    delete root.dataset.next
    document.documentElement.dataset.direction = isQuestion ? 'forward' : 'back'
    document.title = isQuestion ? title : landingTitle
    root.replaceChildren(...(isQuestion ? question : landing))
    scrollTo(0, 0)
    root.querySelector('h1')?.focus({ preventScroll: true })
    dispatchEvent(new CustomEvent('screenchange', { detail: Number(isQuestion) }))
  }

  /** The visit's script goes on to the next screen once it has loaded. The form itself would load a new page. */
  function recordNext(event: Event) {
    event.preventDefault()
    root.dataset.next = ''
  }

  /** Stores every keystroke, because WebKit sends no pagehide for a page that is still loading. */
  function writeDraft() {
    const answers = Object.fromEntries(new FormData(shownForm()))
    attempt(() => sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ answers })))
  }

  return { isShown: () => shownForm() !== undefined, stop: () => listening.abort() }
}

const isStart = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`[href="${START}"]`) !== null

const hasDraft = () =>
  Boolean(
    attempt(() => sessionStorage.getItem(DRAFT_KEY)) ?? attempt(() => localStorage.getItem(SNAPSHOT_KEY)),
  )
