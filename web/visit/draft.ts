import {
  type Answers,
  answersFrom,
  cleanAnswer,
  currentAnswer,
  isEmpty,
  withoutContact,
} from '../../questionnaire/answers.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { isWriteKey } from '../../questionnaire/write-key.ts'
import { attempt, DRAFT_KEY, SNAPSHOT_KEY } from './draft-key.ts'
import { newIdentity } from './new-identity.ts'
import type { DraftStorage, Visit } from './visit.ts'

interface Draft extends DraftStorage {
  /**
   * Whether another page of this tab has written or cleared the draft since this page last did. From then on this page
   * does neither, because the other page's draft is newer.
   */
  isOutdated(): boolean
}

type GetStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The fragment with which the landing's address resumes the draft at once. */
export const CONTINUE = '#continue'

/** How long a snapshot lasts after the last change. */
export const SNAPSHOT_MS = 14 * 24 * 60 * 60 * 1000

/** Takes functions, because even reading a blocked `sessionStorage` or `localStorage` throws. */
export function createDraft(tabStorage: GetStorage, browserStorage: GetStorage): Draft {
  let lastText: string | null = null
  let outdated = false

  function readSnapshot(): Readonly<Record<string, unknown>> | null {
    const snapshot = attempt(() => JSON.parse(browserStorage().getItem(SNAPSHOT_KEY) ?? 'null'))
    const isKept = isRecord(snapshot) && Math.abs(Date.now() - Number(snapshot.at)) < SNAPSHOT_MS
    return isKept ? snapshot : null
  }

  function writeSnapshot({ id, writeKey, answers, furthest, submitPressed, sentEarly, changedAt }: Visit) {
    if (changedAt === null) return
    const kept = withoutContact(answers)
    if (isEmpty(kept)) return clearSnapshot(id)
    const stored = readSnapshot()
    if (stored && stored.id !== id && Number(stored.at) >= changedAt) return
    const rest = { answers: kept, furthest, tried: submitPressed, early: sentEarly, at: changedAt }
    browserStorage().setItem(
      SNAPSHOT_KEY,
      JSON.stringify({ id, ...(submitPressed && { writeKey }), ...rest }),
    )
  }

  function clearSnapshot(id?: string) {
    if (id === undefined || readSnapshot()?.id === id) browserStorage().removeItem(SNAPSHOT_KEY)
  }

  return {
    load: () =>
      attempt(() => {
        lastText = tabStorage().getItem(DRAFT_KEY)
        return parseVisit(JSON.parse(lastText ?? 'null'))
      }) ?? null,
    loadSnapshot: () => {
      const visit = attempt(() => parseVisit({ ...readSnapshot(), open: true }, withoutContact)) ?? null
      // Otherwise START HERE would wait for this script each time.
      if (!visit) attempt(clearSnapshot)
      return visit
    },
    write: (visit, inUse) => {
      if (outdated) return
      const { id, writeKey, answers, furthest, submitPressed, sentEarly, changedAt } = visit
      // These keys stay, because a page that was opened before a deploy reads them. `open` is last for withoutOpen.
      const rest = { tried: submitPressed, early: sentEarly, at: changedAt, open: inUse }
      const text = JSON.stringify({ id, writeKey, answers, furthest, ...rest })
      attempt(() => {
        tabStorage().setItem(DRAFT_KEY, text)
        lastText = text
      })
      attempt(() => writeSnapshot(visit))
    },
    clear: (id) => {
      if (outdated) return
      attempt(() => {
        tabStorage().removeItem(DRAFT_KEY)
        lastText = null
      })
      attempt(() => clearSnapshot(id))
    },
    isOutdated: () => {
      const hasChanged = () => withoutOpen(tabStorage().getItem(DRAFT_KEY)) !== withoutOpen(lastText)
      outdated ||= attempt(hasChanged) ?? false
      return outdated
    },
  }
}

/** The visit of a link: always with a new id, whatever the link says. Null if it has no answers. */
export const parseLinkedVisit = (value: unknown): Visit | null =>
  isRecord(value)
    ? parseVisit({ answers: value.answers, furthest: value.furthest, at: value.at }, withoutContact)
    : null

function parseVisit(draft: unknown, select = (answers: Answers) => answers): Visit | null {
  if (!isRecord(draft) || !isRecord(draft.answers)) return null
  const texts = draft.answers
  const answers = select(
    answersFrom((name) =>
      // An option may have been reworded since.
      currentAnswer(
        fieldNamed(name),
        cleanAnswer(typeof texts[name] === 'string' ? texts[name] : '', fieldNamed(name).kind),
      ),
    ),
  )
  if (isEmpty(answers)) return null

  const submitPressed = draft.tried === true
  const identity = draft.open === false || submitPressed ? identityFrom(draft) : null
  return {
    ...(identity ?? newIdentity()),
    answers,
    furthest:
      typeof draft.furthest === 'number' ? Math.min(Math.max(1, Math.trunc(draft.furthest)), LAST) : 1,
    submitPressed: identity !== null && submitPressed,
    sentEarly: identity !== null && draft.early === true,
    changedAt: draft.at === null ? null : timeFrom(draft.at),
  }
}

/** A draft of an earlier version has no time. */
const timeFrom = (at: unknown) => Math.max(0, Math.min(typeof at === 'number' ? at : Infinity, Date.now()))

/** A draft of an earlier version has no write key. */
function identityFrom({ id, writeKey }: Readonly<Record<string, unknown>>) {
  if (typeof id !== 'string' || !isProjectId(id)) return null
  const hasKey = typeof writeKey === 'string' && isWriteKey(writeKey)
  return { id, writeKey: hasKey ? writeKey : newIdentity().writeKey }
}

/** A page that only opens the draft changes nothing but `open`. */
const withoutOpen = (text: string | null) => text?.replace(/,"open":(true|false)}$/, '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
