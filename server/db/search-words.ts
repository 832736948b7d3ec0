/** About ten pages. Longer texts are indexed up to here, so that a huge answer does not slow down the server. */
const MAX_TEXT_LENGTH = 20_000

const MARKS = /\p{M}/gu
const APOSTROPHES = /['’‘ʼ´`]/g

/** A text as the search compares it: words in lower case, without accents and apostrophes. */
export const searchText = (text: string): string =>
  text
    // Also before `normalize`, which takes the square of the time for a long run of accents.
    .replace(MARKS, '')
    .replace(APOSTROPHES, '')
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const searchWords = (text: string): readonly string[] => {
  const plain = searchText(text)
  return plain === '' ? [] : [...new Set(plain.split(' '))]
}
