import { answersFrom, asTyped, isEmpty } from '../../questionnaire/answers.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { newProjectId } from './project-id.ts'
import type { DraftKeeper, Visit } from './visit.ts'

interface TabDraft extends DraftKeeper {
  /**
   * Whether another page of this tab has kept or forgotten something since this one last did. From then on this
   * one does neither: what the other did is newer.
   */
  isOvertaken(): boolean
}

export const DRAFT_KEY = 'kitchen-guide.visit'

export function keepDraftIn(storageOf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TabDraft {
  let known: string | null = null
  let wasOvertaken = false
  return {
    take: () =>
      attempt(() => {
        known = storageOf().getItem(DRAFT_KEY)
        return readVisit(JSON.parse(known ?? 'null'))
      }) ?? null,
    keep: (visit, open) => {
      if (wasOvertaken) return
      const text = JSON.stringify({ ...visit, open })
      attempt(() => {
        storageOf().setItem(DRAFT_KEY, text)
        known = text
      })
    },
    forget: () => {
      if (wasOvertaken) return
      attempt(() => {
        storageOf().removeItem(DRAFT_KEY)
        known = null
      })
    },
    isOvertaken: () => {
      const hasChanged = () => withoutOpen(storageOf().getItem(DRAFT_KEY)) !== withoutOpen(known)
      wasOvertaken ||= attempt(hasChanged) ?? false
      return wasOvertaken
    },
  }
}

function readVisit(kept: unknown): Visit | null {
  if (!isRecord(kept) || !isRecord(kept.answers)) return null
  const texts = kept.answers
  const answers = answersFrom((name) =>
    asTyped(typeof texts[name] === 'string' ? texts[name] : '', fieldNamed(name).kind),
  )
  if (isEmpty(answers)) return null

  const isTried = kept.tried === true
  const isOurs = (kept.open === false || isTried) && typeof kept.id === 'string' && isProjectId(kept.id)
  return {
    id: isOurs ? String(kept.id) : newProjectId(),
    answers,
    furthest: typeof kept.furthest === 'number' ? Math.min(Math.max(1, Math.trunc(kept.furthest)), LAST) : 1,
    tried: isOurs && isTried,
    saved: false,
  }
}

/** What a page that only looks at a draft leaves as it is. */
const withoutOpen = (text: string | null) => text?.replace(/,"open":(true|false)}$/, '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
