// Separate from draft.ts, so that bootstrap.ts does not load the questions.

/** The key of the draft in the tab's session storage. */
export const DRAFT_KEY = 'kitchen-guide.visit'

/** Returns undefined if the action throws, as it does with blocked or full storage. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
