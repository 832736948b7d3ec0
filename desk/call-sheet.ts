import type { Answers } from '../questionnaire/answers.ts'
import {
  type Claim,
  costsCompared,
  remodelTypeOf,
  type Virtue,
  withBrand,
} from '../questionnaire/business.ts'
import type { FieldName, fields } from '../questionnaire/fields.ts'
import type { BudgetFit } from './api.ts'

/** Homes built before this year may hold lead paint: contractors who disturb it must be certified (US EPA, RRP rule). */
const LEAD_SAFE_SINCE = 1978

const LEAD_SAFE_NOTE = `Built before ${LEAD_SAFE_SINCE}: plan lead-safe work. Painted surfaces are tested or taken as lead paint, and the crew must be certified for it.`

/** The note on lead-safe work where the house is old enough for it. */
export const leadNoteOf = ({ yearBuilt }: Answers): string | null =>
  yearBuilt !== '' && Number(yearBuilt) < LEAD_SAFE_SINCE ? LEAD_SAFE_NOTE : null

type Concern = (typeof fields.concernsForHavingKitchenRemodeled.options)[number]
type Fear = (typeof fields.fearsForHiringKitchenRemodeler.options)[number]

interface Promised {
  readonly trainedIn?: readonly Claim[]
  readonly are?: readonly Virtue[]
  readonly costs?: true
}

/** Which of the promises of the slides 'hire' and 'why' answers what a homeowner is afraid of. */
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

/** The promises that answer a worry or a fear; none for one in the homeowner's own words. */
export function promisesFor(worry: string, brandName: string): readonly string[] {
  const found = isKnown(worry) ? promised[worry] : {}
  const { costs, are = [], trainedIn = [] } = found
  return [
    ...(costs ? [withBrand(costsCompared[1], brandName)] : []),
    ...(are.length > 0 ? [`Our ${brandName} are ${listed(are)}.`] : []),
    ...(trainedIn.length > 0 ? [`They are trained in ${listed(trainedIn)}.`] : []),
  ]
}

const isKnown = (worry: string): worry is Concern | Fear => Object.hasOwn(promised, worry)

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What the specialist still has to ask, the weightiest first: from what is missing, vague or decides the plan. */
export function questionsToAsk(answers: Answers, budgetFit: BudgetFit): readonly string[] {
  return rules.filter(({ when }) => when(answers, budgetFit)).map(({ ask }) => ask)
}

interface Rule {
  readonly when: (answers: Answers, budgetFit: BudgetFit) => boolean
  readonly ask: string
}

type OptionOf<Name extends FieldName> = (typeof fields)[Name] extends {
  readonly options: readonly (infer Option)[]
}
  ? Option
  : never

/** Whether an answer is one of some options. A function, since types then know an option that was renamed. */
function is<Name extends FieldName>(name: Name, ...options: readonly OptionOf<Name>[]) {
  return (answers: Answers) => options.some((option) => option === answers[name])
}

/** Without one of ours there is no range, and how a budget reads beside it says nothing of the budget. */
const hasType = ({ typeOfKitchenRemodel }: Answers) => remodelTypeOf(typeOfKitchenRemodel) !== undefined

/** Words that name a time; `may` is more often a verb, and `jan` may be a name. */
const TIMES = [
  /\d|spring|summer|fall|autumn|winter|month|week|year|easter|thanksgiving|christmas|holiday/i,
  /asap|soon as|immediately|right away|\bnow\b/i,
  /\b(?:january|feb(?:ruary)?|march|apr(?:il)?|june?|july?|aug(?:ust)?)\b/i,
  /\b(?:sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i,
  /\b(?:in|by|before|after|until|around|next|this|early|mid|late|(?:start|beginning|middle|end) of)[ -](?:jan|may)\b/i,
  /^\s*(?:jan|may)\s*(?:$|[.,;!?])/i,
]

const rules: readonly Rule[] = [
  {
    when: (answers) => !hasType(answers),
    ask: 'Which of our types of remodel would they like? Their answer is none of them.',
  },
  {
    when: (answers, fit) => fit === 'unclear' && hasType(answers),
    ask: 'What would they like to spend, from and to? Their words do not say an amount.',
  },
  {
    when: (_, fit) => fit === 'below',
    ask: 'What matters most if the budget stays as it reads? It seems to lie below the range of the wanted type.',
  },
  {
    when: (_, fit) => fit === 'above',
    ask: 'Is there more in mind than the wanted type holds? The budget seems to lie above its range.',
  },
  {
    when: ({ timeFrame }) => !TIMES.some((time) => time.test(timeFrame)),
    ask: 'When should the kitchen be ready, and is there a date it must be ready by?',
  },
  {
    when: is('newKitchenDesignExists', 'No I do not have a completed kitchen design'),
    ask: 'Would they like us to make the design? There is none yet.',
  },
  {
    when: is('newKitchenDesignExists', 'I would like to hire your company to do our design'),
    ask: 'When can the designer come to measure? They want the design from us.',
  },
  {
    when: is('newKitchenDesignExists', 'Yes I have a completed kitchen design'),
    ask: 'May we see the finished design before the visit?',
  },
  {
    when: is('paymentMethod', 'I would like your company to help me get the project financed'),
    ask: 'Which monthly sum would suit them? They want help with financing.',
  },
  {
    when: is('whyNotHiredKitchenRemodeler', 'We are shopping price and still looking for cheapest option'),
    ask: 'Which other offers have they seen, and what was in them? They compare prices.',
  },
  {
    when: (answers) => answers.projectType !== '' && !is('projectType', 'Kitchen Remodel')(answers),
    ask: 'What is to be built besides the kitchen, and who draws the plans for it?',
  },
  {
    when: is('typeOfHome', 'Condo', 'Multifamily'),
    ask: 'Who has to agree: an association, an owner, neighbors?',
  },
  {
    when: is('remodellingExperience', 'This is first time hiring'),
    ask: 'What would they like to know about how a remodel goes? It is their first.',
  },
  {
    when: ({ newKitchenImportantFeature: wish }) => wish.trim().split(/\s+/).length < 4,
    ask: 'What must the new kitchen be able to do? They have said little about it.',
  },
]
