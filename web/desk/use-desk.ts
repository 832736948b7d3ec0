import { createContext, useContext } from 'react'
import type { Session } from '../../desk/api.ts'
import type { Place } from './address.ts'
import type { callApi } from './call-api.ts'

/** Who is signed in, and what they have of the desk. Everything of it but signing in lies below this. */
export interface Desk extends Session {
  /** Asks the server as this person, or finds out that it can no longer be asked so. */
  readonly call: typeof callApi
  /** Says politely what has been done, and shows it for a while. What went wrong stays, where it was tried. */
  readonly announce: (message: string) => void
  /** Says what went wrong where it can no longer be said where it was tried. It stays until somebody goes on. */
  readonly complain: (message: string) => void
  /** What this page has fetched or somebody has typed, until sign-out: Back shows it at once. */
  readonly memory: Map<string, unknown>
}

const LAST_LIST = 'last list'

/** Keeps a place that lists projects, for the way back from one of them. */
export function keepList(memory: Desk['memory'], place: Place): void {
  if (place.kind === 'inbox' || place.kind === 'unanswered' || place.kind === 'deliveries')
    memory.set(LAST_LIST, place)
}

/** Where a project was found: with its filter, if it has one. Only `keepList` writes under such a key. */
export const lastList = (memory: Desk['memory']): Place =>
  (memory.get(LAST_LIST) as Place | undefined) ?? { kind: 'inbox', filter: {} }

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs a DeskContext above it')
  return desk
}
