import {
  type Answers,
  areEqual,
  cleanAnswer,
  isEmpty,
  noAnswers,
  withoutContact,
} from '../../questionnaire/answers.ts'
import type { AskPhone } from '../../questionnaire/business.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { allowedScreen, firstInvalidScreen, firstOtherWithoutText } from '../../questionnaire/journey.ts'
import { indexOfPath, LAST, pathOf } from '../../questionnaire/screens.ts'
import { newIdentity } from './new-identity.ts'

/** One homeowner going through the screens in one tab. */
export interface Visit {
  /** The project's id, created when the visit starts. */
  readonly id: string
  /** The right to change the project: a value created with its id, or the token of its brief. */
  readonly writeKey: string
  readonly answers: Answers
  /** The furthest screen that was shown. */
  readonly furthest: number
  /**
   * True once the visitor has pressed Submit, or the answers were sent early: even after a failure the server may have
   * the project under this id.
   */
  readonly submitPressed: boolean
  /** True once Next has sent the answers, until Submit is pressed. */
  readonly sentEarly: boolean
  /**
   * When an answer last changed. Null if the visit was opened from a brief: it stays in its tab, because its write key
   * shows the brief.
   */
  readonly changedAt: number | null
}

/**
 * Keeps an unfinished visit for this tab, and a snapshot of it for this browser, without the contact answers. Blocked,
 * full or corrupt storage counts as empty: a visit never depends on it.
 *
 * `inUse` is true while a page holds the visit. A duplicated tab gets a copy of the storage in which `inUse` is still
 * true, and so creates a new id; a reload finds false and keeps the id. A visit with `submitPressed` always keeps its
 * id, because a phone may end a page without notice, and the next attempt must reach the same project. Only such a visit
 * keeps its id in the snapshot too.
 */
export interface DraftStorage {
  load(): Visit | null
  loadSnapshot(): Visit | null
  /** Leaves a snapshot of another visit that was changed later. */
  write(visit: Visit, inUse: boolean): void
  /** With an id, leaves a snapshot of another visit. */
  clear(id?: string): void
}

export interface VisitState {
  readonly visit: Visit
  readonly screen: number
  /**
   * False until the first step. Until then the screen reader announces the page itself, so the heading does not take
   * the focus.
   */
  readonly moved: boolean
  /** The draft that the page found, or the visit before START HERE. Null once the visitor has gone on in this visit. */
  readonly earlier: Visit | null
  /** A visit of this browser that the page found. Null once a visit was resumed or deleted. */
  readonly snapshot: Visit | null
  /** The visit of the link that the page was opened with, until it is resumed or deleted. */
  readonly linked: Visit | 'unreadable' | null
  /** True from Change on the review until the visitor is back there. */
  readonly fromReview: boolean
  /** The screen whose row the review opens at. Null while the review is closed. */
  readonly reviewAt: number | null
  /** What is open on the screen, such as the card of a remodel type. */
  readonly detail: string | null
  readonly sending: boolean
  /** The result of the last submission, until the visitor closes the message or leaves the screen. */
  readonly outcome: 'saved' | 'failed' | null
  /** The last answers that were saved and emailed. Null after a failure, because the server may still have saved others. */
  readonly lastSaved: Visit | null
}

/** What the page knows about the answers on the server. `unconfirmed`: it may have some of them. */
export type SentState = 'nothing' | 'unconfirmed' | 'changed' | 'early' | 'saved'

export function sentStateOf({ visit, lastSaved }: VisitState): SentState {
  if (lastSaved?.id !== visit.id) return visit.submitPressed ? 'unconfirmed' : 'nothing'
  if (!areEqual(lastSaved.answers, visit.answers)) return 'changed'
  return lastSaved.sentEarly ? 'early' : 'saved'
}

/** True while the server has exactly these answers, and Submit was pressed. Nothing is sent or stored until one changes. */
export const isSaved = (state: VisitState) => sentStateOf(state) === 'saved'

/** The visit that the tab keeps: this one, or the earlier one if this one is empty. */
export function unfinishedVisit(state: VisitState): Visit | null {
  if (isSaved(state)) return null
  return isEmpty(state.visit.answers) ? state.earlier : state.visit
}

/** The visit that 'Continue where you left off' resumes. */
export const offeredVisit = (state: VisitState): Visit | null =>
  isSaved(state) ? null : (unfinishedVisit(state) ?? state.snapshot)

/** True if a link can carry the visit to another device. After Submit it must stay with its id and write key. */
export const isPortable = (visit: Visit | null): boolean =>
  visit !== null &&
  !visit.submitPressed &&
  !isEmpty(withoutContact(visit.answers)) &&
  'CompressionStream' in globalThis

/** The state of an entry in the browser's history. */
interface Entry {
  /** The screen this entry was created for. Its address can differ while the visitor may not go there. */
  readonly screen: number
  /** The screen of the entry before it. */
  readonly from: number | null
  readonly fromReview?: boolean
  readonly detail?: string
}

interface VisitDeps {
  /** The screen that the page shows: the landing, or the first question if START HERE did not wait for the script. */
  readonly screen: 0 | 1
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  readonly location: Pick<Location, 'pathname'>
  readonly draft: DraftStorage
  readonly askPhone: AskPhone
  /** Whether the browser accepts the current form; if not, it shows its message. */
  readonly reportValidity: () => boolean
  /** Called on every change with the direction of the step: 1, -1, or 0 if the screen stays. */
  readonly onChange: (direction: number) => void
}

export type VisitStore = ReturnType<typeof createVisitStore>

/** The visit and its position in the browser's history. Every page starts with no answers. */
export function createVisitStore({
  screen,
  history,
  location,
  draft,
  askPhone,
  reportValidity,
  onChange,
}: VisitDeps) {
  // On the first question, first-question.ts wrote the draft during this visit, so it is not offered.
  const stored = draft.load()
  let state: VisitState = {
    visit: { ...newVisit(), furthest: screen },
    screen,
    moved: false,
    earlier: screen === 0 ? stored : null,
    snapshot: draft.loadSnapshot(),
    linked: null,
    fromReview: false,
    reviewAt: null,
    detail: null,
    sending: false,
    outcome: null,
    lastSaved: null,
  }
  if (state.earlier) draft.write(state.earlier, true)
  history.replaceState({ screen, from: screen === 0 ? null : 0 } satisfies Entry, '', pathOf(screen))

  /** True while a missing answer holds up a visit that was resumed. */
  let isCatchingUp = false

  function update(changes: Partial<VisitState>) {
    const direction = Math.sign((changes.screen ?? state.screen) - state.screen)
    state = { ...state, ...changes }
    onChange(direction)
  }

  function show(screen: number, visit = state.visit) {
    isCatchingUp = false
    const entry: Entry | null = history.state
    // Also for a visit that was opened from a brief, to change its answers.
    const opensReview = screen === LAST && (state.fromReview || visit.changedAt === null)
    update({
      screen,
      moved: true,
      visit: { ...visit, furthest: Math.max(visit.furthest, screen) },
      earlier: isEmpty(visit.answers) ? unfinishedVisit(state) : null,
      outcome: null,
      fromReview: entry?.fromReview ?? false,
      reviewAt: opensReview ? state.screen : null,
      detail: entry?.detail ?? null,
    })
  }

  function push(screen: number, from: number, fromReview = state.fromReview) {
    const entry: Entry | null = history.state
    // The current entry may have been created for another screen, but Back must show the screen just left.
    if (entry && entry.screen !== from)
      history.replaceState({ ...entry, screen: from } satisfies Entry, '', pathOf(from))
    history.pushState(
      { screen, from, fromReview: fromReview && screen < LAST } satisfies Entry,
      '',
      pathOf(screen),
    )
  }

  /** Goes to a screen, or as close to it as the answers allow. */
  function goTo(wanted: number, fromReview?: boolean) {
    const screen = allowedScreen(wanted, { ...state.visit, askPhone })
    if (screen === state.screen) return
    push(screen, state.screen, fromReview)
    show(screen)
  }

  /** Goes on to where the visit was left, or to an answer that is missing, with a history that Back can go through. */
  function catchUp(visit: Visit) {
    const invalid = firstInvalidScreen({ ...visit, askPhone })
    const screen = Math.min(visit.furthest, invalid, firstOtherWithoutText(visit.answers))
    for (let step = state.screen + 1; step <= screen; step++) push(step, step - 1)
    show(screen, visit)
    isCatchingUp = screen < visit.furthest
  }

  return {
    current: () => state,
    update,
    askPhone,

    /** START HERE: always a new visit with a new id. */
    begin() {
      push(1, 0)
      show(1, newVisit())
    },

    /** Resumes a visit that the landing offers. */
    resume(visit = offeredVisit(state)) {
      if (!visit) return
      catchUp(visit)
      update({ snapshot: null, linked: null })
    },

    /** Deletes every visit that the landing offers. */
    discard() {
      draft.clear()
      update({ visit: newVisit(), earlier: null, snapshot: null, linked: null })
    },

    next: () => (isCatchingUp ? catchUp(state.visit) : goTo(state.screen + 1)),

    /** Goes to the previous screen in order. After 'Change' on the review, that is not the one visited last. */
    back() {
      const entry: Entry | null = history.state
      if (entry?.from === state.screen - 1) history.back()
      else goTo(state.screen - 1)
    },

    goTo,

    /** Opens a question from the review. */
    change: (screen: number) => goTo(screen, true),

    /** Goes back to the review after a change. */
    backToReview() {
      const entry: Entry | null = history.state
      if (entry?.from === LAST) history.back()
      else goTo(LAST)
    },

    /** Opens a part of the screen, which the browser's Back closes. */
    openDetail(detail: string) {
      history.pushState({ ...history.state, detail }, '', pathOf(state.screen))
      update({ detail })
    },

    closeDetail() {
      update({ detail: null })
      history.back()
    },

    /** Go Home: one step back in the history. */
    leave: () => history.back(),

    /** Follows the browser's own Back and Forward. */
    followHistory() {
      const entry: Entry | null = history.state
      const { visit, screen: before } = state
      const wanted = entry?.screen ?? indexOfPath(location.pathname) ?? 0
      // The word Other alone is a valid answer, because a visitor may type it, but an empty text box blocks the way.
      const mayLeave = wanted <= before || reportValidity()
      const limit = mayLeave ? firstOtherWithoutText(visit.answers, before + 1) : before
      const screen = Math.min(allowedScreen(wanted, { ...visit, askPhone }), limit)
      if (location.pathname !== pathOf(screen)) history.replaceState(entry, '', pathOf(screen))
      if (screen === before) update({ detail: entry?.detail ?? null })
      else show(screen)
    },

    answer(name: FieldName, text: string) {
      const { visit } = state
      const answers = { ...visit.answers, [name]: cleanAnswer(text, fieldNamed(name).kind) }
      update({ visit: { ...visit, answers, changedAt: visit.changedAt === null ? null : Date.now() } })
    },

    /** Stores what can be resumed, or clears the draft. `inUse` is false when the page goes away. */
    writeDraft(inUse: boolean) {
      const visit = unfinishedVisit(state)
      if (visit) draft.write(visit, inUse)
      else draft.clear(state.visit.id)
    },
  }
}

function newVisit(): Visit {
  const unsent = { submitPressed: false, sentEarly: false }
  return { ...newIdentity(), answers: noAnswers, furthest: 0, ...unsent, changedAt: Date.now() }
}
