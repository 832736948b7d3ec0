const LONGEST_WORD = 40
const MOST_WORDS = 1500
/** Ten pages, and nobody writes more: the longest answers would be a book, which takes the server's time to read. */
const LONGEST_TEXT = 20_000

/**
 * The words of a text as they are filed and looked for: small letters without accents, each once. Scripts
 * that are written without spaces are taken letter by letter.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text
    // Twice: to put many of them in order takes their number squared.
    .replace(/\p{M}/gu, '')
    .slice(0, LONGEST_TEXT)
    .normalize('NFKD')
    // Again: one letter may stand for eighteen.
    .slice(0, LONGEST_TEXT)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' $& ')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed()))].slice(0, MOST_WORDS)
}
