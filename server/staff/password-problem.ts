import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { PasswordProblem } from '../../desk/api.ts'
import { MIN_PASSWORD_LENGTH } from '../../desk/limits.ts'

/** In UTF-16 units, after NFC normalization. */
const MAX_LENGTH = 1024

/**
 * Normalization can shorten a text to a quarter. A longer text is rejected without it, because the time grows with the
 * square of the length.
 */
export const MAX_UNCOMPOSED_LENGTH = 4 * MAX_LENGTH

/** With fewer guesses than this, an attack is realistic. Twelve random characters count as 10^12. */
const MIN_GUESSES = 1e12

/**
 * For passwords that contain words, names, dates or patterns. The estimate assumes that each was chosen at random, but in
 * most leaked passwords they belong together, as in `grandtheftauto`.
 */
const MIN_GUESSES_WITH_KNOWN_PARTS = 1e15

/**
 * Why a password is rejected, or null. `personalTexts` are what an attacker would try first, such as the person's
 * name or the name of the business.
 */
export async function passwordProblem(
  password: string,
  personalTexts: readonly string[],
): Promise<Exclude<PasswordProblem, 'link is used up'> | null> {
  if (password.length > MAX_UNCOMPOSED_LENGTH) return 'too long'
  const composed = password.normalize('NFC')
  if ([...composed].length < MIN_PASSWORD_LENGTH) return 'too short'
  if (composed.length > MAX_LENGTH) return 'too long'
  loading ??= loadEstimator()
  const { guesses, sequence } = (await loading).check(composed, personalTexts.flatMap(variantsOf))
  const hasKnownParts = sequence.some(({ pattern }) => pattern !== 'bruteforce')
  return guesses < (hasKnownParts ? MIN_GUESSES_WITH_KNOWN_PARTS : MIN_GUESSES) ? 'too common' : null
}

/** A text, its words, and its words joined: `Ada Byron`, `ada`, `byron`, `adabyron`. */
function variantsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [text, words.join(''), ...words].filter((word) => word.length > 2)
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Loaded on first use, because the dictionaries take half a second and 30 MB, and few servers ever need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: {
      ...common.dictionary,
      // The other lists have numbers, colors and so on, which would make `four tiny blue boats` a known sequence.
      words: english.dictionary['commonWords-en'],
      firstNames: english.dictionary['firstnames-en'],
      lastNames: english.dictionary['lastnames-en'],
      wikipedia: english.dictionary['wikipedia-en'],
    },
    // With the defaults, one password may take 10 seconds; with these, about 0.2.
    maxLength: 64,
    l33tMaxSubstitutions: 4,
  })
}
