import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { PasswordProblem } from '../../desk/api.ts'
import { MIN_PASSWORD_LENGTH } from '../../desk/limits.ts'

/** In UTF-16 units, after composing (NFC). */
const MAX_LENGTH = 1024

/** Composing can shorten a text to a quarter. A longer one is not composed at all: the time grows with its square. */
export const MAX_UNCOMPOSED_LENGTH = 4 * MAX_LENGTH

/** An attacker who needs fewer guesses than this has a realistic chance. Twelve random characters count as 10^12. */
const MIN_GUESSES = 1e12

/**
 * For a password with words, names, dates or patterns. Their number of guesses assumes that each was chosen at random,
 * but in most leaked passwords they belong together, as in `grandtheftauto`.
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

/** A text, its words, and its words without what separates them: `Ada Byron`, `ada`, `byron`, `adabyron`. */
function variantsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [text, words.join(''), ...words].filter((word) => word.length > 2)
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Loaded on first use: the dictionaries take half a second and 30 MB, and few servers ever need them. */
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
      // The other lists are of numbers, colors and the like; they make `four tiny blue boats` a known sequence.
      words: english.dictionary['commonWords-en'],
      firstNames: english.dictionary['firstnames-en'],
      lastNames: english.dictionary['lastnames-en'],
      wikipedia: english.dictionary['wikipedia-en'],
    },
    // The defaults allow 10 seconds of work for one password; these allow about 0.2.
    maxLength: 64,
    l33tMaxSubstitutions: 4,
  })
}
