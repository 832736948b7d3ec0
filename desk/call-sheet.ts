import type { SentAnswers } from '../questionnaire/answers.ts'
import { OUR_COSTS, type Skill, type Virtue, withBrand } from '../questionnaire/business.ts'
import type { fields } from '../questionnaire/fields.ts'

/** Older homes may have lead paint, and contractors who disturb it must be certified (US EPA, RRP rule). */
const LEAD_SAFE_SINCE = 1978

const LEAD_SAFE_NOTE = `Built before ${LEAD_SAFE_SINCE}: plan lead-safe work. Test painted surfaces or treat them as lead paint; the crew must be certified.`

/** The note on lead-safe work, for houses old enough to need it. */
export const leadPaintNoteOf = ({ yearBuilt }: SentAnswers): string | null =>
  yearBuilt !== '' && Number(yearBuilt) < LEAD_SAFE_SINCE ? LEAD_SAFE_NOTE : null

/**
 * The address that dials the first phone number of an answer, or null if there is none. An extension is not dialed,
 * because phones do not agree how.
 */
export function telUrl(answer: string): string | null {
  const number = /\+?(?:(?:\/|[\s().\p{Pd}]{0,4})\d){7,}/u.exec(answer)?.[0]
  return number === undefined ? null : `tel:${number.replace(/[^+\d]/g, '')}`
}

type Concern = (typeof fields.concernsForHavingKitchenRemodeled.options)[number]
type Fear = (typeof fields.fearsForHiringKitchenRemodeler.options)[number]

interface Promised {
  readonly trainedIn?: readonly Skill[]
  readonly are?: readonly Virtue[]
  readonly costs?: true
}

/** Which promises of the slides 'hire' and 'why' answer each of a homeowner's concerns. */
const promised: Readonly<Record<Concern | Fear, Promised>> = {
  'The contractor will not be professional': {
    are: ['professional', 'organized'],
    trainedIn: ['thorough communication', 'written agreements'],
  },
  'The contractor will not finish the job on time': {
    trainedIn: ['complete work flow schedules', 'staying on a job until complete'],
  },
  'We will not be able to afford what we want': {
    costs: true,
    trainedIn: ['detailed scope of works'],
  },
  "We can't trust who will be coming to our house to do the work": {
    are: ['dependable'],
    trainedIn: ['thorough communication', 'keeping their word'],
  },
  'We will not get the quality we are paying for': {
    are: ['dedicated to raising the bar'],
    trainedIn: ['detailed scope of works', 'written agreements'],
  },
  "We don't want to be taken advantage of / We don't know who to trust": {
    costs: true,
    trainedIn: ['written agreements', 'keeping their word'],
  },
}

/** The promises that answer a concern or fear; none for one in the homeowner's own words. */
export function promisesFor(worry: string, brandName: string): readonly string[] {
  const found = isKnown(worry) ? promised[worry] : {}
  const { costs, are = [], trainedIn = [] } = found
  return [
    ...(costs ? [withBrand(OUR_COSTS, brandName)] : []),
    ...(are.length > 0 ? [`Our ${brandName} are ${joinWithAnd(are)}.`] : []),
    ...(trainedIn.length > 0 ? [`They are trained in ${joinWithAnd(trainedIn)}.`] : []),
  ]
}

const isKnown = (worry: string): worry is Concern | Fear => Object.hasOwn(promised, worry)

const joinWithAnd = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
