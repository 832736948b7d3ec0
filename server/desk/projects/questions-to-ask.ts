import type { BudgetFit } from '../../../desk/api.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { remodelTypeOf } from '../../../questionnaire/business.ts'
import type { FieldName, fields } from '../../../questionnaire/fields.ts'

/** What the specialist should ask, most important first. */
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

/** Whether an answer is one of some options. The compiler reports an option that was renamed. */
function is<Name extends FieldName>(name: Name, ...options: readonly OptionOf<Name>[]) {
  return (answers: Answers) => options.some((option) => option === answers[name])
}

/** Without a known type there is no price range to compare the budget with. */
const hasType = ({ typeOfKitchenRemodel }: Answers) => remodelTypeOf(typeOfKitchenRemodel) !== undefined

/** Words that name a time. `may` is more often a verb, and `jan` may be a name, so those need more words. */
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
    ask: 'Which of our types of remodel would they like? They have not chosen one.',
  },
  {
    when: (answers, fit) => fit === 'unclear' && hasType(answers),
    ask: 'What would they like to spend, at least and at most? Their answer gives no clear amount.',
  },
  {
    when: (_, fit) => fit === 'below',
    ask: 'What matters most if the budget stays as it is? It seems to be below the range of the type they want.',
  },
  {
    when: (_, fit) => fit === 'above',
    ask: 'Do they want more than their chosen type includes? The budget seems to be above its range.',
  },
  {
    when: ({ timeFrame }) => !TIMES.some((time) => time.test(timeFrame)),
    ask: 'When should the kitchen be ready, and is there a date it must be ready by?',
  },
  {
    when: is('newKitchenDesignExists', 'No I do not have a completed kitchen design'),
    ask: 'Would they like us to do the design? They do not have one yet.',
  },
  {
    when: is('newKitchenDesignExists', 'I would like to hire your company to do our design'),
    ask: 'When can the designer come to measure? They want us to do the design.',
  },
  {
    when: is('newKitchenDesignExists', 'Yes I have a completed kitchen design'),
    ask: 'May we see the finished design before the visit?',
  },
  {
    when: is('paymentMethod', 'I would like your company to help me get the project financed'),
    ask: 'What monthly payment would suit them? They want help with financing.',
  },
  {
    when: is('whyNotHiredKitchenRemodeler', 'We are shopping price and still looking for cheapest option'),
    ask: 'Which other offers have they seen, and what did they include? They are comparing prices.',
  },
  {
    when: (answers) => answers.projectType !== '' && !is('projectType', 'Kitchen Remodel')(answers),
    ask: 'What else will be built besides the kitchen, and who draws the plans?',
  },
  {
    when: is('typeOfHome', 'Condo', 'Multifamily'),
    ask: 'Who else has to approve it: an association, an owner, neighbors?',
  },
  {
    when: is('remodellingExperience', 'This is first time hiring'),
    ask: 'What would they like to know about how a remodel works? It is their first.',
  },
  {
    when: ({ newKitchenImportantFeature: wish }) => wish.trim().split(/\s+/).length < 4,
    ask: 'What matters most in the new kitchen? They have said little about it.',
  },
]
