import { answersFrom, cleanAnswer, currentAnswer, isEmpty } from '../../questionnaire/answers.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { isWriteKey } from '../../questionnaire/write-key.ts'
import { attempt, DRAFT_KEY } from './draft-key.ts'
import { newIdentity } from './new-identity.ts'
import type { DraftStorage, Visit } from './visit.ts'

interface TabDraft extends DraftStorage {
  /**
   * Whether another page of this tab has written or cleared the draft since this page last did. From then on this page
   * does neither, because the other page's draft is newer.
   */
  isOutdated(): boolean
}

/** The fragment with which the landing's address resumes the draft at once. */
export const CONTINUE = '#continue'

/** Takes a function, because even reading a blocked `sessionStorage` throws. */
export function createTabDraft(
  getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): TabDraft {
  let lastText: string | null = null
  let outdated = false
  return {
    load: () =>
      attempt(() => {
        lastText = getStorage().getItem(DRAFT_KEY)
        return parseVisit(JSON.parse(lastText ?? 'null'))
      }) ?? null,
    write: ({ id, writeKey, answers, furthest, submitPressed: tried, sentEarly: early }, inUse) => {
      if (outdated) return
      // These keys stay, because a page that was opened before a deploy reads them. `open` is last for withoutOpen.
      const text = JSON.stringify({ id, writeKey, answers, furthest, tried, early, open: inUse })
      attempt(() => {
        getStorage().setItem(DRAFT_KEY, text)
        lastText = text
      })
    },
    clear: () => {
      if (outdated) return
      attempt(() => {
        getStorage().removeItem(DRAFT_KEY)
        lastText = null
      })
    },
    isOutdated: () => {
      const hasChanged = () => withoutOpen(getStorage().getItem(DRAFT_KEY)) !== withoutOpen(lastText)
      outdated ||= attempt(hasChanged) ?? false
      return outdated
    },
  }
}

function parseVisit(draft: unknown): Visit | null {
  if (!isRecord(draft) || !isRecord(draft.answers)) return null
  const texts = draft.answers
  const answers = answersFrom((name) =>
    // An option may have been reworded since.
    currentAnswer(
      fieldNamed(name),
      cleanAnswer(typeof texts[name] === 'string' ? texts[name] : '', fieldNamed(name).kind),
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
  }
}

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
