import type { Answers } from '../questionnaire/answers.ts'
import { searchWords } from './search-words.ts'

/** What two projects of one household have in common; empty where there is nothing to compare. */
export function twinKeys(answers: Answers): { readonly emailKey: string; readonly streetKey: string } {
  const street = searchWords(answers.streetAddress).map((word) => SHORT[word] ?? word)
  const place = searchWords(answers.zipCode)[0] ?? searchWords(answers.city).join(' ')
  return {
    emailKey: householdEmailKey(answers.email),
    streetKey: street.length < 2 ? '' : `${street.join(' ')}|${place}`,
  }
}

/** Letters that only look different are the same here: it proposes a twin, and lets nobody in. */
export const householdEmailKey = (address: string): string => address.normalize('NFKC').trim().toLowerCase()

/** As the post shortens them. */
const SHORT: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  boulevard: 'blvd',
  circle: 'cir',
  terrace: 'ter',
  parkway: 'pkwy',
  highway: 'hwy',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  apartment: 'apt',
}
