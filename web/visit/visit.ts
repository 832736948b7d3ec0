import { type Answers, areSame, asTyped, isEmpty, noAnswers } from '../../questionnaire/answers.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { admitted, firstWithoutWords, furthestOpen } from '../../questionnaire/journey.ts'
import { indexOf, LAST, pathOf } from '../../questionnaire/screens.ts'
import { newProjectId } from './project-id.ts'

/** One homeowner walking the screens in one tab. */
export interface Visit {
  /** The project's id, made when the visit starts. */
  readonly id: string
  readonly answers: Answers
  /** The furthest screen that was shown. */
  readonly furthest: number
  /** True once Submit was pressed: whatever came of it, the server may have the project under this id. */
  readonly tried: boolean
  /** True where the server has said so of these answers: nothing is sent or kept until one is changed. */
  readonly saved: boolean
}

/**
 * An unfinished visit, kept for this tab alone. Storage that is blocked, full or corrupt is the same as
 * none: a visit never depends on it.
 *
 * `open` is true while a page holds the visit. A duplicated tab is given a copy of the storage with `open`
 * still true, and so knows that the id belongs to another tab; a reload finds it false. What was tried before
 * keeps its id all the same: a phone ends a page without a word, and the next try is to meet the same project.
 */
export interface DraftKeeper {
  take(): Visit | null
  keep(visit: Visit, open: boolean): void
  forget(): void
}

export interface Moment {
  readonly visit: Visit
  readonly screen: number
  /** False until the first step: the page a visitor opens is the browser's to announce. */
  readonly moved: boolean
  /** A visit that 'Continue where you left off' would take up again. */
  readonly unfinished: Visit | null
  readonly sending: boolean
  /** What came of the last sending, until the visitor has closed it or walked on. */
  readonly outcome: 'saved' | 'failed' | null
}

/** What each entry of the browser's history remembers. */
interface Entry {
  /** Its own screen, also while its address is another one because the visitor may not be there. */
  readonly screen: number
  /** The screen in the entry before it. */
  readonly from: number | null
}

interface Surroundings {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  readonly location: Pick<Location, 'pathname'>
  readonly draft: DraftKeeper
  /** Whether the browser finds nothing wanting on the screen that is shown; what it does find, it tells. */
  readonly reportValidity: () => boolean
  /** Resolves to whether the project is saved and sent; never rejects. */
  readonly send: (visit: Visit) => Promise<boolean>
  /** Called on every change; the direction is the sign of the step just taken, 0 when none was. */
  readonly onChange: (direction: number) => void
}

export type VisitStore = ReturnType<typeof createVisitStore>

/** The visit and its place in the browser's history. A fresh start is always on `/` with no answers. */
export function createVisitStore({ history, location, draft, reportValidity, send, onChange }: Surroundings) {
  let moment: Moment = {
    visit: newVisit(),
    screen: 0,
    moved: false,
    unfinished: draft.take(),
    sending: false,
    outcome: null,
  }
  /** What the server has; null also where a sending failed, since that may have come to it. */
  let stored: Visit | null = null
  const isStored = ({ id, answers }: Visit) => stored?.id === id && areSame(answers, stored.answers)
  if (moment.unfinished) draft.keep(moment.unfinished, true)
  history.replaceState({ screen: 0, from: null } satisfies Entry, '', '/')

  function change(next: Partial<Moment>) {
    const direction = Math.sign((next.screen ?? moment.screen) - moment.screen)
    moment = { ...moment, ...next }
    onChange(direction)
  }

  function show(screen: number, visit = moment.visit) {
    const furthest = Math.max(visit.furthest, screen)
    change({ screen, moved: true, visit: { ...visit, furthest }, unfinished: toResume(visit), outcome: null })
  }

  /** What there is to take up again once a visit is left: itself, or what was left before it. */
  function toResume(visit: Visit): Visit | null {
    if (visit.saved) return null
    if (!isEmpty(visit.answers)) return visit
    // Never what the visit itself was before its answers were taken out.
    return moment.unfinished?.id === visit.id ? null : moment.unfinished
  }

  /** Whoever walks on from an entry has been on its screen, whatever it was made for. */
  function push(screen: number, from: number) {
    const entry: Entry | null = history.state
    if (entry && entry.screen !== from)
      history.replaceState({ ...entry, screen: from } satisfies Entry, '', pathOf(from))
    history.pushState({ screen, from } satisfies Entry, '', pathOf(screen))
  }

  /** Walks to a screen, or as far towards it as the answers allow. */
  function goTo(wanted: number) {
    const screen = admitted(wanted, moment.visit)
    if (screen === moment.screen) return
    push(screen, moment.screen)
    show(screen)
  }

  return {
    current: () => moment,

    /** START HERE: always anew, under a new id. */
    begin() {
      push(1, 0)
      show(1, newVisit())
    },

    /** Takes the unfinished visit up where it was left, with a history that Back walks through. */
    resume() {
      const visit = moment.unfinished
      if (!visit) return
      const screen = Math.min(visit.furthest, furthestOpen(visit), firstWithoutWords(visit.answers))
      for (let step = 1; step <= screen; step++) push(step, step - 1)
      show(screen, visit)
    },

    next: () => goTo(moment.screen + 1),

    /** The screen before this one, which after a 'Change' is not the last one visited. */
    back() {
      const entry: Entry | null = history.state
      if (entry?.from === moment.screen - 1) history.back()
      else goTo(moment.screen - 1)
    },

    goTo,

    /** One history step back, whatever is there. */
    leave: () => history.back(),

    answer(name: FieldName, text: string) {
      const { visit } = moment
      const answers = { ...visit.answers, [name]: asTyped(text, fieldNamed(name).kind) }
      const saved = isStored({ ...visit, answers })
      // What was taken out is not to be found by whoever uses the tab next, nor what was changed back.
      if (saved || (isEmpty(answers) && !isEmpty(visit.answers))) draft.forget()
      change({ visit: { ...visit, answers, saved } })
    },

    /** Sends the project once, however often it is pressed; a record the judge refuses goes to its first problem. */
    async submit() {
      if (moment.sending || moment.visit.saved) return
      const open = furthestOpen(moment.visit)
      if (open < LAST) return goTo(open)

      const sent = { ...moment.visit, tried: true }
      // Not a moment later, as other changes are: a page that ends meanwhile would be sent again under another id.
      draft.keep(sent, true)
      change({ sending: true, visit: sent })
      stored = null
      const saved = await send(sent)
      stored = saved ? sent : null
      if (saved) draft.forget()
      change({
        sending: false,
        outcome: saved ? 'saved' : 'failed',
        visit: { ...moment.visit, saved: isStored(moment.visit) },
        unfinished: moment.unfinished && isStored(moment.unfinished) ? null : moment.unfinished,
      })
    },

    closeOutcome: () => change({ outcome: null }),

    /** The browser's own Back and Forward. */
    followHistory() {
      const entry: Entry | null = history.state
      const { visit, screen: before } = moment
      const wanted = entry?.screen ?? indexOf(location.pathname) ?? 0
      // The word Other alone is an answer, since it may be typed; but an empty box lets nobody on.
      const mayLeave = wanted <= before || reportValidity()
      const limit = mayLeave ? firstWithoutWords(visit.answers, before + 1) : before
      const screen = Math.min(admitted(wanted, visit), limit)
      if (location.pathname !== pathOf(screen)) history.replaceState(entry, '', pathOf(screen))
      show(screen)
    },

    /** Writes the draft; `open` is false when the page goes away. */
    keep(open: boolean) {
      const visit = toResume(moment.visit)
      if (visit) draft.keep(visit, open)
    },
  }
}

function newVisit(): Visit {
  return { id: newProjectId(), answers: noAnswers, furthest: 0, tried: false, saved: false }
}
