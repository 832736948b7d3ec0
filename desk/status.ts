import { currentWords } from '../questionnaire/former-words.ts'

/** How far the business is with a homeowner, in the usual order. */
export const statuses = ['New', 'Contacted', 'F-D-A proposed', 'F-D-A signed', 'Won', 'Lost'] as const
export type Status = (typeof statuses)[number]

/** The statuses that rules depend on. New projects are stored with the word `New`, in existing databases too. */
export const NEW = 'New' satisfies Status
export const CONTACTED = 'Contacted' satisfies Status
export const WON = 'Won' satisfies Status
export const LOST = 'Lost' satisfies Status

/** The former words of statuses that were reworded: `{ 'New words': ['Old words'] }`. */
export const formerStatuses: Readonly<Partial<Record<Status, readonly string[]>>> = {}

/** The status with these words, which may be former ones; null if there is none. */
export const statusOf = (words: string): Status | null =>
  statuses.find((status) => status === currentWords(words, formerStatuses)) ?? null

export const isStatus = (value: unknown): value is Status => statuses.some((status) => status === value)

/** The ways to contact a homeowner. The first contact ends a project's waiting. */
export const contacts = ['Called', 'Left a message', 'E-mailed'] as const
export type Contact = (typeof contacts)[number]

/** The contact that can be undone: a contact tapped by mistake, as long as nothing has happened since. */
export function contactToUndo<E extends { readonly kind?: unknown; readonly at?: unknown }>(
  last: E | undefined,
  before: E | undefined,
): E | null {
  if (last?.kind === 'contact') return last
  // The first contact also moves the status, at the same time.
  const isMovedByIt = last?.kind === 'status' && before?.kind === 'contact' && before.at === last.at
  return isMovedByIt ? before : null
}
