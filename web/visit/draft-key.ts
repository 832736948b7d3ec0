// Apart from draft.ts, so that bootstrap.ts need not load the questions.

/** The key of the draft in the tab's session storage. */
export const DRAFT_KEY = 'kitchen-guide.visit'

/** Blocked or full storage throws. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
