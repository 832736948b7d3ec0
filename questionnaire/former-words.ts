/**
 * Words that are offered, each with those that it replaced. What is stored keeps its words; reading it gives the
 * present ones.
 */
export type FormerWords = Readonly<Record<string, readonly string[]>>

/** The present words for former ones; any other text stays as it is. */
export const presentWords = (text: string, former: FormerWords): string =>
  Object.keys(former).find((present) => former[present]?.includes(text)) ?? text

/** The present words, and those that they replaced. */
export const allWords = (present: string, former: FormerWords): readonly string[] => [
  present,
  ...(former[present] ?? []),
]
