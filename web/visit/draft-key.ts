// Separate from draft.ts, so that bootstrap.ts does not load the questions.

/** The key of the draft in the tab's session storage. */
export const DRAFT_KEY = 'kitchen-guide.visit'

/** The key of the snapshot in the browser's local storage. */
export const SNAPSHOT_KEY = 'kitchen-guide.snapshot'

/** The key of the link that the tab was opened with, in its session storage. */
export const LINK_KEY = 'kitchen-guide.link'

/** The start of the fragment of a link with answers. */
export const LINK = '#visit='

/** Returns undefined if the action throws, as it does with blocked or full storage. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
