/** Current texts, each with the texts that it replaced. Stored text is not changed, but replaced when it is read. */
export type FormerWords = Readonly<Record<string, readonly string[]>>

/** The current text for a former one. Any other text is returned unchanged. */
export const currentWords = (text: string, former: FormerWords): string =>
  Object.keys(former).find((current) => former[current]?.includes(text)) ?? text

/** The current text and its former ones. */
export const allWords = (current: string, former: FormerWords): readonly string[] => [
  current,
  ...(former[current] ?? []),
]
