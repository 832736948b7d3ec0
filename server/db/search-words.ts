/** About ten pages. The rest of a longer text is not indexed, so that it does not slow down the server. */
const MAX_TEXT_LENGTH = 20_000

const MARKS = /\p{M}/gu
const APOSTROPHES = /['’‘ʼ´`]/g

/** Normalizes text for the search: words in lower case, without accents and apostrophes. */
export const searchText = (text: string): string =>
  text
    // Also before `normalize`, whose time grows with the square of a long run of accents.
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
