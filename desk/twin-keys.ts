import type { Answers } from '../questionnaire/answers.ts'
import { searchWords } from './search-words.ts'

/** What two projects of one household have in common; empty where there is nothing to compare. */
export function twinKeys(answers: Answers): { readonly emailKey: string; readonly streetKey: string } {
  const street = searchWords(answers.streetAddress).map((word) => SHORT.get(word) ?? word)
  const place = searchWords(answers.zipCode)[0] ?? searchWords(answers.city).join(' ')
  return {
    emailKey: householdEmailKey(answers.email),
    streetKey: street.length < 2 ? '' : asKey(`${street.join(' ')}|${place}`),
  }
}

/** Letters that only look different are the same here: it proposes a twin, and lets nobody in. */
export const householdEmailKey = (address: string): string =>
  asKey(address.normalize('NFKC').trim().toLowerCase())

/** A third of what an index of PostgreSQL has room for in one entry, in whatever script. */
const LONGEST_KEY = 300

/** As much of a visitor's words as an index holds: more would refuse the whole project. */
export const asKey = (text: string): string => text.slice(0, LONGEST_KEY).toWellFormed()

/** As the post shortens them. */
const SHORT: ReadonlyMap<string, string> = new Map([
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
