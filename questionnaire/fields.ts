import {
  type AskPhone,
  FIRST_YEAR_BUILT,
  formerRemodelTypes,
  LAST_YEAR_BUILT,
  remodelTypes,
} from './business.ts'
import type { Field } from './field.ts'

/**
 * Everything a project holds, in the order of the table and the export. The email follows the order of the screens.
 * The texts and their spelling come from the specification; spec.test.ts checks them.
 */
export const fields = {
  email: { kind: 'email', label: 'Email', autocomplete: 'email' },

  projectType: {
    kind: 'dropdown',
    label: 'Project type',
    options: ['Kitchen Remodel', 'New Additional with kitchen Remodel', 'Other'],
  },
  typeOfHome: {
    kind: 'dropdown',
    label: 'Type of home',
    options: ['Single Family', 'Duplex', 'Townhome/Row home', 'Condo', 'Multifamily'],
  },
  yearBuilt: {
    kind: 'dropdown',
    label: 'Year built',
    options: yearsFrom(FIRST_YEAR_BUILT, LAST_YEAR_BUILT),
  },

  typeOfArchitecture: {
    kind: 'choice',
    label: 'Type of architecture',
    pictured: 'house',
    options: [
      'Ranch style house',
      'Cape cod',
      'Mediterranean Revival',
      'Townhome',
      'Colonial',
      'American Craftsmen',
      'Farmhouse',
      'Tudor',
      'Single family home',
      'Apartment',
      'Tiny home',
      'Victorian house',
      'Cottage',
      'Mid-century modern',
      'Bungalow',
      'Mobile home',
      'Contempory',
      'Greek Revival',
      'Multifamily home',
      'Prairie School',
      'Split level home style',
      'French country',
      'Georgian architecture',
      'Cabin',
    ],
  },

  typeOfKitchenRemodel: {
    kind: 'choice',
    label: 'What type of kitchen remodel would you like?',
    pictured: 'kitchen',
    options: [remodelTypes.minor.answer, remodelTypes.major.answer, remodelTypes.upscale.answer],
    was: formerRemodelTypes,
  },
  remodellingExperience: {
    kind: 'choice',
    label: 'What remodeling experience do you have?',
    options: ['Hired contractors before', 'This is first time hiring'],
  },
  remodellingReasons: {
    kind: 'choice',
    label: 'Why are you remodeling your kitchen?',
    options: ['Kitchen is old and needs replacement', 'We want a different style'],
    other: true,
  },

  newKitchenImportantFeature: {
    kind: 'long text',
    label: 'What is the most important thing that your new Kitchen has to have and/or has to be able to do?',
    help: 'For example: an island for two cooks',
    rows: 8,
  },
  primaryMotivatorForRemodelling: {
    kind: 'choice',
    label:
      'Which of the following reasons is your primary motivator or concern in regards to your Kitchen remodel?',
    options: [
      'Investment Total / Value added to home',
      'Quality / Value of installers & materials',
      'I want what I want - this is a treat to myself',
    ],
    other: true,
  },
  newKitchenOtherFeature: {
    kind: 'long text',
    label: 'What else is important to you about your new kitchen?',
    help: 'For example: surfaces that are easy to clean',
    rows: 8,
  },

  paymentMethod: {
    kind: 'choice',
    label: 'Have you thought about how you are paying for this Kitchen Remodel?',
    options: [
      'I have money saved (cash/check)',
      'I have some cash / & will put some on a credit card',
      'I have my own financing / am financing through a bank/credit union',
      'I would like your company to help me get the project financed',
    ],
    other: true,
  },
  whyNotHiredKitchenRemodeler: {
    kind: 'choice',
    label: 'Why have you not already hired a Kitchen Remodeler?',
    options: [
      "We are not sure who to hire (don't know who is a good or bad choice)",
      'We are shopping quality and still looking for a remodeler we trust to do a professional job',
      'We are shopping price and still looking for cheapest option',
    ],
    other: true,
  },
  newKitchenDesignExists: {
    kind: 'choice',
    label: 'Do you already have your new Kitchen design?',
    options: [
      'Yes I have a completed kitchen design',
      'No I do not have a completed kitchen design',
      'I would like to hire your company to do our design',
    ],
    other: true,
  },

  concernsForHavingKitchenRemodeled: {
    kind: 'choice',
    label: 'What concerns do you have in regards to having your Kitchen Remodeled?',
    options: [
      'The contractor will not be professional',
      'The contractor will not finish the job on time',
      'We will not be able to afford what we want',
    ],
    other: true,
  },
  fearsForHiringKitchenRemodeler: {
    kind: 'choice',
    label: 'What fears do you have in regards to hiring a Kitchen Remodeler / Contractor?',
    options: [
      "We can't trust who will be coming to our house to do the work",
      'We will not get the quality we are paying for',
      "We don't want to be taken advantage of / We don't know who to trust",
    ],
    other: true,
  },

  firstName: { kind: 'text', label: 'First name', autocomplete: 'given-name', size: 'half' },
  lastName: { kind: 'text', label: 'Last name', autocomplete: 'family-name', size: 'half' },
  // Part of the record, but on no screen: the contact form asks for `email`.
  emailAddress: { kind: 'email', label: 'Email address', optional: true },
  streetAddress: {
    kind: 'text',
    label: 'Street address',
    help: 'We ask because every remodel depends on the house.',
    autocomplete: 'address-line1',
  },
  city: { kind: 'text', label: 'City', autocomplete: 'address-level2', size: 'half' },
  state: { kind: 'text', label: 'State', autocomplete: 'address-level1', size: 'quarter' },
  zipCode: { kind: 'text', label: 'Zip code', autocomplete: 'postal-code', size: 'quarter' },
  renegadeRemodelersEmailAddress: {
    kind: 'email',
    label: '{brand} email address',
    help: 'Already know one of our remodelers?',
    optional: true,
    // Not the visitor's own address, so the browser must not suggest it.
    autocomplete: 'off',
  },

  timeFrame: {
    kind: 'text',
    label: 'Time frame',
    help: 'For example: before the holidays',
    autocomplete: 'off',
    size: 'half',
  },
  budget: {
    kind: 'text',
    label: 'Budget',
    help: 'For example: up to $60,000',
    autocomplete: 'off',
    size: 'half',
  },
  additionalComments: {
    kind: 'long text',
    label: 'Additional comments',
    optional: true,
    rows: 10,
  },

  // Not in the specification: ASK_PHONE decides whether it is asked, and only a project with a number has it.
  phone: { kind: 'phone', label: 'Phone', optional: true, autocomplete: 'tel', size: 'half' },
} as const satisfies Record<string, Field> & Partial<Record<ReservedName, never>>

/** Stored or sent beside the answers, so no field may have one of these names. */
type ReservedName =
  | 'id'
  | 'createdAt'
  | 'accessToken' // A parameter of EmailJS.
  | 'rowid' // A column of every SQLite table.

export type FieldName = keyof typeof fields

// The type of Object.keys does not keep the names.
export const fieldNames = Object.keys(fields) as readonly FieldName[]

/** The field with the general type, instead of its own literal type. */
export const fieldNamed = (name: FieldName): Field => fields[name]

/** The field as a page asks it. */
export function fieldAsked(name: FieldName, askPhone: AskPhone): Field {
  const { optional, ...phone } = fields.phone
  return name === 'phone' && askPhone === 'required' ? phone : fieldNamed(name)
}

function yearsFrom(first: number, last: number): readonly [string, ...string[]] {
  const later = Array.from({ length: last - first }, (_, index) => String(first + 1 + index))
  return [String(first), ...later]
}
