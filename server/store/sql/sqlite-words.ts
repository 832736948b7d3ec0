/** In code points; desk-tables.ts has an index of each shorter beginning. */
const LONGEST_FILED = 8

/** A word as SQLite files it, which finds beginnings quickly only up to a length. */
export const filedAs = (word: string): string => [...word].slice(0, LONGEST_FILED).join('')

/** What finds a word, or the beginning of one, as it is filed. */
export function foundBy(word: string): string {
  const end = [...word].length < LONGEST_FILED ? '*' : ''
  const parts = filedAs(word).split(ONCE_MARKS).filter(Boolean)
  return parts.length === 0 ? '""' : parts.map((part) => `"${part}"${end}`).join(' AND ')
}

/** Whether what finds a word may find others too, so that the text has to be looked at. */
export const isFiledInPart = (word: string): boolean => filedAs(word) !== word || ONCE_MARKS.test(word)

/** Letters that the Unicode of SQLite has as marks, and at which it ends a word as it files it. */
const ONCE_MARKS = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]+/
