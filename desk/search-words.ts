const LONGEST_WORD = 40
const MOST_WORDS = 1500
/** Nobody writes more. One letter may stand for eighteen, so that the longest answers would be a book. */
const LONGEST_PLAIN = MOST_WORDS * LONGEST_WORD

/**
 * The words of a text as they are filed and looked for: small letters without accents, each once. Scripts
 * that are written without spaces are taken letter by letter.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text
    // Twice: to put many of them in order takes their number squared.
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .slice(0, LONGEST_PLAIN)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' $& ')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed()))].slice(0, MOST_WORDS)
}
