import { type Answers, answersFrom, problemWith } from '../../../questionnaire/answers.ts'
import { remodelTypes } from '../../../questionnaire/business.ts'
import { type FieldName, fieldNamed } from '../../../questionnaire/fields.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { noSource, type Source } from '../../../questionnaire/source.ts'

/** `Math.random`, or a repeatable source of numbers from 0 to below 1. */
export type Chance = () => number

/** Answers that a homeowner might give, with made-up names. */
export function fakeAnswers(chance: Chance): Answers {
  const some = <T>(list: readonly T[]) => oneOf(list, chance)
  const number = (from: number, below: number) => from + Math.floor(chance() * (below - from))
  const firstName = some(FIRST)
  const lastName = `${some(LAST_BEGINS)}${some(LAST_ENDS)}`
  const [city, state, zipCode] = some(PLACES)
  const words: Partial<Record<FieldName, string>> = {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${number(0, 100_000)}@example.com`.toLowerCase(),
    emailAddress: '',
    renegadeRemodelersEmailAddress: '',
    streetAddress: `${number(1, 2000)} ${some(TREES)} ${some(STREETS)}`,
    city,
    state,
    zipCode,
    yearBuilt: String(number(1900, 2020)),
    typeOfKitchenRemodel: some(Object.values(remodelTypes)).answer,
    newKitchenImportantFeature: some(WISHES),
    newKitchenOtherFeature: some(WISHES),
    timeFrame: some(['This spring', 'Within six months', 'As soon as possible', 'Next year', 'No hurry']),
    budget: some(BUDGETS),
    additionalComments: some(COMMENTS),
  }
  return answersFrom((name) => {
    const given = words[name]
    const field = fieldNamed(name)
    if (given !== undefined && problemWith(field, given) === null) return given
    return 'options' in field ? some(field.options) : SAMPLES[name]
  })
}

/** The source of a made-up visit. */
export const fakeSource = (chance: Chance): Source => ({ ...noSource, ...oneOf(SOURCES, chance) })

export function oneOf<T>(list: readonly T[], chance: Chance): T {
  const chosen = list[Math.floor(chance() * list.length)]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}

/** For fields that have no list here. */
const SAMPLES = sampleAnswers()

const FIRST = (
  'Alma Bram Cora Dov Edda Fitz Greta Hale Ines Jory Kit Lark Maeve Nils Orla Piet Quill Runa Sorel ' +
  'Tove Ulla Vito Wren Xenia Yael Zeno'
).split(' ')
const LAST_BEGINS = 'Sample Trial Mock Tester Demo Exempl Fict Pretend Imagin Maybe'.split(' ')
const LAST_ENDS = 'ton by ridge man ford ar ley son well worth field stone'.split(' ')
const TREES = 'Maple Oak Willow Cedar Birch Juniper Elm Aspen Hazel Linden Spruce'.split(' ')
const STREETS = 'Street Avenue Lane Court Road Drive Place Terrace Circle'.split(' ')
const PLACES = [
  ['Springfield', 'IL', '62701'],
  ['Fairview', 'OH', '44126'],
  ['Riverton', 'NJ', '08077'],
  ['Greenville', 'SC', '29601'],
  ['Salem', 'OR', '97301'],
  ['Madison', 'WI', '53703'],
  ['Georgetown', 'TX', '78626'],
  ['Clinton', 'MS', '39056'],
] as const
const WISHES = [
  'An island where two of us can cook at once.',
  'Drawers instead of doors, and light over the sink.',
  'Room for the whole family at the table.',
  'A pantry that closes, and a floor that forgives.',
  'It has to work for a wheelchair.',
  'More counter, less clutter.',
  'A window above the sink, so that we see the garden while we wash up.',
  'Somewhere to sit with coffee where nobody is in the way of the cook.',
]
const BUDGETS = [
  '$20,000',
  '30k',
  '40-50k',
  'about 60 000',
  '$75,000',
  'under 100k',
  '120k+',
  'Not sure yet',
] as const
const COMMENTS = [
  '',
  'A sample, made to try the desk.',
  'We have two dogs.',
  'Please write, do not call.',
  'The house is from my grandmother, and the kitchen is as she left it: we want to keep the old tiles by the stove if they can be saved, and nothing else.',
]
const SOURCES: readonly Partial<Source>[] = [
  {},
  {},
  { referrer: 'www.google.com' },
  { referrer: 'www.houzz.com' },
  {
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'spring-kitchens',
    utmTerm: 'kitchen remodel',
    clickId: 'gclid=sample',
  },
  { utmSource: 'facebook', utmMedium: 'social', utmCampaign: 'before-and-after', clickId: 'fbclid=sample' },
  { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'winter' },
]
