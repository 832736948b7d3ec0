import { createContext, useContext } from 'react'
import type { Session } from '../../desk/api.ts'
import type { callApi } from './api/call-api.ts'

/** The session and what every screen behind the sign-in shares. */
export interface Desk extends Session {
  /** Calls the API as this person, and again when a refused session has been renewed. */
  readonly call: typeof callApi
  /** Shows for a while that something was done. */
  readonly announce: (message: string) => void
  /** Shows an error about a screen the specialist has left, until the next navigation. */
  readonly showError: (message: string) => void
  readonly drafts: Drafts
}

/** What a person has typed or chosen but not saved. It outlives a session that expires, and ends with sign-out. */
export type Drafts = Map<string, unknown>

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs a DeskContext above it')
  return desk
}
