import { createContext, useContext } from 'react'
import type { Session } from '../../../desk/api.ts'
import type { Question } from '../ui/use-question.tsx'
import type { callApi } from './call-api.ts'
import type { Drafts } from './drafts.ts'

/** The session and what every screen behind the sign-in shares. */
export interface Desk extends Session {
  /** Calls the API as this person, and again when a refused session has been renewed. */
  readonly call: typeof callApi
  /** Asks before something final is done. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Shows for a while that something was done. */
  readonly announce: (message: string) => void
  /** Shows an error about a screen the specialist has left, until the next navigation. */
  readonly showError: (message: string) => void
  readonly drafts: Drafts
  /** The rows of the current lists, by the path of their project. */
  readonly rows: Map<string, HTMLElement>
  /** The title of the screen at an address. */
  readonly titleOf: (address: string) => string | undefined
}

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs a DeskContext above it')
  return desk
}
