/** One more with each change of these rules: what was filed by older ones is then filed anew, by backfill.ts. */
export const WORD_RULES = 1

const LONGEST_WORD = 40
const MOST_WORDS = 1500
/** Ten pages, and nobody writes more: the longest answers would be a book, which takes the server's time to read. */
const LONGEST_TEXT = 20_000

/** Within a word, in whatever way it is typed. */
const APOSTROPHES = /(?<=\p{L})['’‘ʼ´`](?=\p{L})/gu

/** Letters that are no other letter with an accent, as they are typed where no key has them. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/**
 * The words of a text as they are looked for: small letters without accents and apostrophes, each once. Scripts
 * that are written without spaces are taken letter by letter.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text
    // Accents go twice. Before `normalize`, which puts them in order: for many that takes the square of their number.
    .replace(/\p{M}/gu, '')
    .slice(0, LONGEST_TEXT)
    // Before `normalize`, which makes a space of some.
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    // Again, since of one letter it may make eighteen.
    .slice(0, LONGEST_TEXT)
    // And after it, which takes them off their letters.
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' $& ')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD).toWellFormed()))].slice(0, MOST_WORDS)
}

/** The same as they are filed: O'Brien as one word and as two, since some look for Brien. */
export function filedWords(text: string): readonly string[] {
  const plain = text.replace(/\p{M}/gu, '')
  const joined = plain.split(/\s+/).filter((word) => word.search(APOSTROPHES) >= 0)
  const parts = joined.join(' ').replace(APOSTROPHES, ' ')
  return [...new Set([...searchWords(text), ...searchWords(parts)])]
}
