import type { Answers } from '../../questionnaire/answers.ts'
import { searchWords } from './search-words.ts'

/** Two projects with the same key are from one household. A key is empty if there is nothing to compare. */
export function householdKeys(answers: Answers): { readonly emailKey: string; readonly streetKey: string } {
  const street = searchWords(answers.streetAddress).map((word) => abbreviations.get(word) ?? word)
  const area = searchWords(answers.zipCode)[0] ?? searchWords(answers.city).join(' ')
  return {
    emailKey: householdEmailKey(answers.email),
    streetKey: street.length < 2 ? '' : asKey(`${street.join(' ')}|${area}`),
  }
}

/**
 * Variants of the same letter count as equal. The key only suggests related projects and grants no access.
 */
export const householdEmailKey = (address: string): string =>
  asKey(address.normalize('NFKC').trim().toLowerCase())

/** In any script, a third of the size that PostgreSQL accepts in one index entry. */
const MAX_KEY_LENGTH = 300

/** Shortens text for an index, because saving the project would fail with a longer entry. */
export const asKey = (text: string): string => text.slice(0, MAX_KEY_LENGTH).toWellFormed()

/** The postal service's abbreviations. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ['street', 'st'],
  ['avenue', 'ave'],
  ['av', 'ave'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['boulevard', 'blvd'],
  ['circle', 'cir'],
  ['terrace', 'ter'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['apartment', 'apt'],
])
