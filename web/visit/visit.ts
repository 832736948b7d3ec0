import { type Answers, areEqual, cleanAnswer, isEmpty, noAnswers } from '../../questionnaire/answers.ts'
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
  /** True once the visitor has pressed Submit: the server may have the project under this id, even after a failure. */
  readonly submitPressed: boolean
  /**
   * True once the server has confirmed that exactly these answers are saved and e-mailed. Nothing is sent or written
   * until one changes.
   */
  readonly saved: boolean
}

/** `refused`: the server has other answers under this id, and the visit's write key does not open them. */
export type SendOutcome = 'saved' | 'refused' | 'failed'

/**
 * Keeps an unfinished visit for this tab only. Blocked, full or corrupt storage counts as empty: a visit never
 * depends on it.
 *
 * `inUse` is true while a page holds the visit. A duplicated tab gets a copy of the storage in which `inUse` is still
 * true, and so creates a new id; a reload finds false and keeps the id. A visit with `submitPressed` always keeps its
 * id, because a phone may end a page without notice, and the next attempt must reach the same project.
 */
export interface DraftStorage {
  load(): Visit | null
  write(visit: Visit, inUse: boolean): void
  clear(): void
}

export interface VisitState {
  readonly visit: Visit
  readonly screen: number
  /**
   * False until the first step. Until then the screen reader announces the page itself, so the heading does not take
   * the focus.
   */
  readonly moved: boolean
  /** The visit that 'Continue where you left off' would resume. */
  readonly unfinished: Visit | null
  readonly sending: boolean
  /** The result of the last submission, until the visitor closes the message or leaves the screen. */
  readonly outcome: 'saved' | 'failed' | null
}

/** The state of an entry in the browser's history. */
interface Entry {
  /** The screen this entry was created for. Its address can differ while the visitor may not go there. */
  readonly screen: number
  /** The screen of the entry before it. */
  readonly from: number | null
}

interface VisitDeps {
  /** The screen that the page shows: the landing, or the first question if START HERE did not wait for the script. */
  readonly screen: 0 | 1
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  readonly location: Pick<Location, 'pathname'>
  readonly draft: DraftStorage
  /** Whether the browser accepts the current form; if not, it shows its message. */
  readonly reportValidity: () => boolean
  /** Resolves to `saved` once the project is saved and sent; never rejects. */
  readonly send: (visit: Visit) => Promise<SendOutcome>
  /** Called on every change with the direction of the step: 1, -1, or 0 if the screen stays. */
  readonly onChange: (direction: number) => void
}

export type VisitStore = ReturnType<typeof createVisitStore>

/** The visit and its position in the browser's history. Every page starts with no answers. */
export function createVisitStore(deps: VisitDeps) {
  const { screen, history, location, draft, reportValidity, send, onChange } = deps
  // On the first question, first-question.ts wrote the draft during this visit, so it is not offered.
  const stored = draft.load()
  let state: VisitState = {
    visit: { ...newVisit(), furthest: screen },
    screen,
    moved: false,
    unfinished: screen === 0 ? stored : null,
    sending: false,
    outcome: null,
  }
  /**
   * The last submission that was saved and e-mailed; null after a failure, because the server may still have saved it.
   */
  let lastSaved: Visit | null = null
  const isSavedOnServer = ({ id, answers }: Visit) =>
    lastSaved?.id === id && areEqual(answers, lastSaved.answers)
  if (state.unfinished) draft.write(state.unfinished, true)
  history.replaceState({ screen, from: screen === 0 ? null : 0 } satisfies Entry, '', pathOf(screen))

  function update(changes: Partial<VisitState>) {
    const direction = Math.sign((changes.screen ?? state.screen) - state.screen)
    state = { ...state, ...changes }
    onChange(direction)
  }

  function show(screen: number, visit = state.visit) {
    const furthest = Math.max(visit.furthest, screen)
    update({
      screen,
      moved: true,
      visit: { ...visit, furthest },
      unfinished: resumable(visit),
      outcome: null,
    })
  }

  /** The visit to offer as unfinished when the visitor leaves this one: this one, or an earlier one if it is empty. */
  function resumable(visit: Visit): Visit | null {
    if (visit.saved) return null
    if (!isEmpty(visit.answers)) return visit
    // The visitor cleared the answers of this visit, so they are not offered again.
    return state.unfinished?.id === visit.id ? null : state.unfinished
  }

  function push(screen: number, from: number) {
    const entry: Entry | null = history.state
    // The current entry may have been created for another screen. Going back to it must show the screen just left.
    if (entry && entry.screen !== from)
      history.replaceState({ ...entry, screen: from } satisfies Entry, '', pathOf(from))
    history.pushState({ screen, from } satisfies Entry, '', pathOf(screen))
  }

  /** Goes to a screen, or as close to it as the answers allow. */
  function goTo(wanted: number) {
    const screen = allowedScreen(wanted, state.visit)
    if (screen === state.screen) return
    push(screen, state.screen)
    show(screen)
  }

  /** Makes a refused submission one of a new project, so that nothing that was typed is lost. */
  function renew(refused: Visit): Visit {
    const identity = newIdentity()
    const renewed = (visit: Visit) => (visit.id === refused.id ? { ...visit, ...identity } : visit)
    const { visit, unfinished } = state
    draft.write(renewed(refused), true)
    update({ visit: renewed(visit), unfinished: unfinished && renewed(unfinished) })
    return renewed(refused)
  }

  return {
    current: () => state,

    /** START HERE: always a new visit with a new id. */
    begin() {
      push(1, 0)
      show(1, newVisit())
    },

    /** Resumes the unfinished visit where it was left, with a history that Back can go through. */
    resume() {
      const visit = state.unfinished
      if (!visit) return
      const screen = Math.min(visit.furthest, firstInvalidScreen(visit), firstOtherWithoutText(visit.answers))
      for (let step = 1; step <= screen; step++) push(step, step - 1)
      show(screen, visit)
    },

    next: () => goTo(state.screen + 1),

    /** Goes to the previous screen in order. After 'Change' on the review, that is not the one visited last. */
    back() {
      const entry: Entry | null = history.state
      if (entry?.from === state.screen - 1) history.back()
      else goTo(state.screen - 1)
    },

    goTo,

    /** Go Home: one step back in the history. */
    leave: () => history.back(),

    answer(name: FieldName, text: string) {
      const { visit } = state
      const answers = { ...visit.answers, [name]: cleanAnswer(text, fieldNamed(name).kind) }
      const saved = isSavedOnServer({ ...visit, answers })
      // Clear the draft when nothing is left to resume, so that the next person at this tab does not see the answers.
      if (saved || (isEmpty(answers) && !isEmpty(visit.answers))) draft.clear()
      update({ visit: { ...visit, answers, saved } })
    },

    /** Sends the project once, however often Submit is pressed. If an answer has a problem, goes to its screen. */
    async submit() {
      if (state.sending || state.visit.saved) return
      const invalid = firstInvalidScreen(state.visit)
      if (invalid < LAST) return goTo(invalid)

      let submitted: Visit = { ...state.visit, submitPressed: true }
      // At once, unlike other changes: if the page ends now, the next attempt must use the same id.
      draft.write(submitted, true)
      update({ sending: true, visit: submitted })
      lastSaved = null
      let sent = await send(submitted)
      if (sent === 'refused') {
        submitted = renew(submitted)
        sent = await send(submitted)
      }
      const saved = sent === 'saved'
      lastSaved = saved ? submitted : null
      if (saved) draft.clear()
      update({
        sending: false,
        outcome: saved ? 'saved' : 'failed',
        visit: { ...state.visit, saved: isSavedOnServer(state.visit) },
        unfinished: state.unfinished && isSavedOnServer(state.unfinished) ? null : state.unfinished,
      })
    },

    closeOutcome: () => update({ outcome: null }),

    /** Follows the browser's own Back and Forward. */
    followHistory() {
      const entry: Entry | null = history.state
      const { visit, screen: before } = state
      const wanted = entry?.screen ?? indexOfPath(location.pathname) ?? 0
      // The word Other alone is a valid answer, because a visitor may type it, but an empty text box blocks the way.
      const mayLeave = wanted <= before || reportValidity()
      const limit = mayLeave ? firstOtherWithoutText(visit.answers, before + 1) : before
      const screen = Math.min(allowedScreen(wanted, visit), limit)
      if (location.pathname !== pathOf(screen)) history.replaceState(entry, '', pathOf(screen))
      show(screen)
    },

    /** `inUse` is false when the page goes away. */
    writeDraft(inUse: boolean) {
      const visit = resumable(state.visit)
      if (visit) draft.write(visit, inUse)
    },
  }
}

function newVisit(): Visit {
  return { ...newIdentity(), answers: noAnswers, furthest: 0, submitPressed: false, saved: false }
}
