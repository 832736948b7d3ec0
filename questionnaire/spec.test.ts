import assert from 'node:assert/strict'
import { describe, it as test } from 'node:test'
import { currentAnswer, noAnswers, sentAnswers } from './answers.ts'
import {
  COST_NOTE,
  costsCompared,
  defaultPrices,
  FAILED_MESSAGE,
  FDA,
  remodelTypes,
  SAVED_MESSAGE,
  SCOPE_ASSUMPTION,
  skills,
  TAGLINE,
  virtues,
} from './business.ts'
import { type FieldName, fieldNamed, fieldNames, fields } from './fields.ts'
import { OTHER } from './other-answer.ts'
import { fieldsOf, indexOfPath, pathOf, screens } from './screens.ts'

// The tables of the specification, written out a second time on purpose: "Contempory" is right here, and must not be
// corrected by accident.

/** A failure says what to do after an intended change. */
const it = (title: string, check: () => void) =>
  test(title, () => {
    try {
      check()
    } catch (cause) {
      throw new Error(
        'The questionnaire differs from questionnaire/spec.test.ts. If you changed it on purpose, change it there too, but keep the old words of an option in its `was`.',
        { cause },
      )
    }
  })

const FIELDS =
  'email, projectType, typeOfHome, yearBuilt, typeOfArchitecture, typeOfKitchenRemodel, remodellingExperience, remodellingReasons, newKitchenImportantFeature, primaryMotivatorForRemodelling, newKitchenOtherFeature, paymentMethod, whyNotHiredKitchenRemodeler, newKitchenDesignExists, concernsForHavingKitchenRemodeled, fearsForHiringKitchenRemodeler, firstName, lastName, emailAddress, streetAddress, city, state, zipCode, renegadeRemodelersEmailAddress, timeFrame, budget, additionalComments'

const STYLES =
  'Ranch style house, Cape cod, Mediterranean Revival, Townhome, Colonial, American Craftsmen, Farmhouse, Tudor, Single family home, Apartment, Tiny home, Victorian house, Cottage, Mid-century modern, Bungalow, Mobile home, Contempory, Greek Revival, Multifamily home, Prairie School, Split level home style, French country, Georgian architecture, Cabin'

const OPTIONS: Partial<Record<FieldName, readonly string[]>> = {
  projectType: ['Kitchen Remodel', 'New Additional with kitchen Remodel', 'Other'],
  typeOfHome: ['Single Family', 'Duplex', 'Townhome/Row home', 'Condo', 'Multifamily'],
  yearBuilt: Array.from({ length: 148 }, (_, index) => String(1898 + index)),
  typeOfArchitecture: STYLES.split(', '),
  typeOfKitchenRemodel: ['Minor kitchen model', 'Major kitchen model', 'Upscale kitchen model'],
  remodellingExperience: ['Hired contractors before', 'This is first time hiring'],
  remodellingReasons: ['Kitchen is old and needs replacement', 'We want a different style', OTHER],
  primaryMotivatorForRemodelling: [
    'Investment Total / Value added to home',
    'Quality / Value of installers & materials',
    'I want what I want - this is a treat to myself',
    OTHER,
  ],
  paymentMethod: [
    'I have money saved (cash/check)',
    'I have some cash / & will put some on a credit card',
    'I have my own financing / am financing through a bank/credit union',
    'I would like your company to help me get the project financed',
    OTHER,
  ],
  whyNotHiredKitchenRemodeler: [
    "We are not sure who to hire (don't know who is a good or bad choice)",
    'We are shopping quality and still looking for a remodeler we trust to do a professional job',
    'We are shopping price and still looking for cheapest option',
    OTHER,
  ],
  newKitchenDesignExists: [
    'Yes I have a completed kitchen design',
    'No I do not have a completed kitchen design',
    'I would like to hire your company to do our design',
    OTHER,
  ],
  concernsForHavingKitchenRemodeled: [
    'The contractor will not be professional',
    'The contractor will not finish the job on time',
    'We will not be able to afford what we want',
    OTHER,
  ],
  fearsForHiringKitchenRemodeler: [
    "We can't trust who will be coming to our house to do the work",
    'We will not get the quality we are paying for',
    "We don't want to be taken advantage of / We don't know who to trust",
    OTHER,
  ],
}

/** For each screen its heading, or null where the specification does not give the exact words, and its fields. */
const SCREENS: readonly (readonly [heading: string | null, ...asks: FieldName[]])[] = [
  [null],
  ['Please enter your email address:', 'email'],
  ['Your Kitchen - The heart of your home'],
  ['Our Unique Successful Process'],
  ['Our Unique Successful Process - continued'],
  ['Tell us about your upcoming project and Home?', 'projectType', 'typeOfHome', 'yearBuilt'],
  ['Tell us about your House?', 'typeOfArchitecture'],
  ['3 basic types of kitchen remodels'],
  ['Cost Range by type of Kitchen Remodel'],
  ['What type of kitchen remodel would you like?', 'typeOfKitchenRemodel'],
  ['What remodeling experience do you have?', 'remodellingExperience'],
  ['Why are you remodeling your kitchen?', 'remodellingReasons'],
  [
    'What is the most important thing that your new Kitchen has to have and/or has to be able to do?',
    'newKitchenImportantFeature',
  ],
  [
    'Which of the following reasons is your primary motivator or concern in regards to your Kitchen remodel?',
    'primaryMotivatorForRemodelling',
  ],
  ['What else is important to you about your new kitchen?', 'newKitchenOtherFeature'],
  ['Have you thought about how you are paying for this Kitchen Remodel?', 'paymentMethod'],
  ['Why have you not already hired a Kitchen Remodeler?', 'whyNotHiredKitchenRemodeler'],
  ['Do you already have your new Kitchen design?', 'newKitchenDesignExists'],
  [
    'What concerns do you have in regards to having your Kitchen Remodeled?',
    'concernsForHavingKitchenRemodeled',
  ],
  [
    'What fears do you have in regards to hiring a Kitchen Remodeler / Contractor?',
    'fearsForHiringKitchenRemodeler',
  ],
  [
    'How may we reach you to see if our company is a good match for your project?',
    'firstName',
    'lastName',
    'email',
    'streetAddress',
    'city',
    'state',
    'zipCode',
    'renegadeRemodelersEmailAddress',
  ],
  [
    'A few more questions to help us better understand details about your project...',
    'timeFrame',
    'budget',
    'additionalComments',
  ],
  [null],
  ['Common client remodeling problems'],
  [null],
  ['How to avoid the most common contractor & homeowner issues'],
  [null],
  [null],
  [null],
]

/** The fields without the one that ASK_PHONE adds. */
const specified = fieldNames.filter((name) => name !== 'phone')

describe('the questionnaire has the specification’s', () => {
  it('fields in their order', () => {
    assert.equal(Object.keys(sentAnswers(noAnswers)).join(', '), FIELDS)
  })

  it('options in their spelling', () => {
    for (const name of fieldNames) {
      const field = fieldNamed(name)
      const options = 'options' in field ? field.options : undefined
      const other = field.kind === 'choice' && field.other ? [OTHER] : []
      const expected = OPTIONS[name]?.map((words) => currentAnswer(field, words))
      assert.deepEqual(options && [...options, ...other], expected, name)
    }
  })

  it('optional fields', () => {
    const optional = specified.filter((name) => fieldNamed(name).optional)
    assert.deepEqual(optional, ['emailAddress', 'renegadeRemodelersEmailAddress', 'additionalComments'])
  })

  it('e-mail fields', () => {
    const emails = fieldNames.filter((name) => fieldNamed(name).kind === 'email')
    assert.deepEqual(emails, ['email', 'emailAddress', 'renegadeRemodelersEmailAddress'])
  })

  it('rows of text areas', () => {
    assert.equal(fields.newKitchenImportantFeature.rows, 8)
    assert.equal(fields.newKitchenOtherFeature.rows, 8)
    assert.equal(fields.additionalComments.rows, 10)
  })

  it('screens with their headings and questions', () => {
    assert.equal(screens.length, SCREENS.length)
    for (const [index, screen] of screens.entries()) {
      const [heading, ...asks] = SCREENS[index] ?? []
      if (heading !== null) assert.equal('title' in screen && screen.title, heading)
      assert.deepEqual(fieldsOf(screen), asks, pathOf(index))
    }
  })

  it('addresses, and no others', () => {
    assert.deepEqual([pathOf(0), pathOf(1), pathOf(28)], ['/', '/sec1', '/sec28'])
    assert.deepEqual(
      ['/', '/sec7', `/sec${SCREENS.length}`, '/sec07', '/sec1/', '/SEC1', ''].map(indexOfPath),
      [0, 7, undefined, undefined, undefined, undefined, undefined],
    )
  })

  it('constants of the business', () => {
    const { minor, major, upscale } = remodelTypes
    for (const [constant, words] of [
      [TAGLINE, 'Crafting Perfection since 2005'],
      [FDA, 'F-D-A (Feasibility-Discovery/Design Agreement)'],
      [SAVED_MESSAGE, 'Your details have been saved'],
      [FAILED_MESSAGE, 'Something went wrong. Try again later.'],
      [COST_NOTE, 'All ranges are estimated guesses and vary per house and project.'],
      [
        minor.scope.join(', '),
        'keep cabinet boxes, update fronts, new hardware, appliances, countertops, sink and faucet, flooring, paint',
      ],
      [
        major.scope.join(', '),
        'full tear-out, drywall repair, new cabinets, custom countertops, single bowl sink, new electrical, appliances, flooring, paint',
      ],
      [
        upscale.scope.join(', '),
        'as Major plus new custom design and layout, wall framing changes, relocating plumbing and electrical, new lighting locations',
      ],
      [
        SCOPE_ASSUMPTION,
        'About 200 square foot kitchen with under 30 linear feet of cabinetry and countertops; 36 inch sink base; a panel upgrade may cost extra.',
      ],
      [
        skills.join(', '),
        'thorough communication, written agreements, detailed scope of works, complete work flow schedules, keeping their word, staying on a job until complete',
      ],
      [virtues.join(', '), 'dedicated to raising the bar, professional, organized, dependable'],
    ] as const)
      assert.equal(constant, words)
    assert.deepEqual([minor.name, major.name, upscale.name], ['Minor', 'Major', 'Upscale'])
    assert.deepEqual(defaultPrices, {
      minor: '$15000-45000',
      major: '$45000-85,000',
      upscale: '$85,000-165,000',
      fee: '$800-3000',
    })
    assert.deepEqual(costsCompared, [
      'Others use low unrealistic estimates.',
      'Our {brand} give you accurate costs from day 1.',
    ])
  })
})
