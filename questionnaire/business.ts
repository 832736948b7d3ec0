import type { FormerWords } from './former-words.ts'

// The business and its work: the constants of the specification.

const FOUNDED = 2005
export const TAGLINE = `Crafting Perfection since ${FOUNDED}`

/** The default name of the contractors; the setting BRAND_NAME changes it without a rebuild. */
export const BRAND_NAME = 'Renegade Remodelers'

/** The business that runs the site, as its pages show it. */
export interface Business {
  readonly brandName: string
  /** Such as `https://kitchens.example`. */
  readonly siteOrigin: string
  /** The host name of the site, as the operator wrote it. */
  readonly siteDomain: string
  readonly privacyUrl: string | null
  /** True if the answers are sent when the visitor leaves the last question, before Submit. */
  readonly sendEarly: boolean
  readonly askPhone: AskPhone
  readonly prices: PriceList
  readonly profile: Profile
}

/** The prices as visitors read them. */
export interface Prices {
  readonly minor: string
  readonly major: string
  readonly upscale: string
  /** For the Feasibility-Discovery/Design Agreement. */
  readonly fee: string
}

/** Each change of a price makes a new list. A project remembers the list that its visitor saw. */
export interface PriceList extends Prices {
  readonly id: string
}

/** The default prices, without the settings PRICE_MINOR, PRICE_MAJOR, PRICE_UPSCALE and FDA_FEE. */
export const defaultPrices: Prices = {
  minor: '$15000-45000',
  major: '$45000-85,000',
  upscale: '$85,000-165,000',
  fee: '$800-3000',
}

/** Whether the contact form asks for a phone number: the setting ASK_PHONE. */
export const askPhoneStates = ['off', 'optional', 'required'] as const
export type AskPhone = (typeof askPhoneStates)[number]

/** Puts the name of the business into a text that says `{brand}`. */
export const withBrand = (text: string, brandName: string) => text.replaceAll('{brand}', () => brandName)

export const FIRST_YEAR_BUILT = 1898
export const LAST_YEAR_BUILT = 2045

export interface RemodelType {
  readonly name: string
  /** The answer of a visitor who wants this type. */
  readonly answer: string
  /** The former texts of that answer. */
  readonly was?: readonly string[]
  readonly scope: readonly string[]
}

export const remodelTypes = {
  minor: {
    name: 'Minor',
    answer: 'Minor kitchen model',
    scope: [
      'keep cabinet boxes',
      'update fronts',
      'new hardware',
      'appliances',
      'countertops',
      'sink and faucet',
      'flooring',
      'paint',
    ],
  },
  major: {
    name: 'Major',
    answer: 'Major kitchen model',
    scope: [
      'full tear-out',
      'drywall repair',
      'new cabinets',
      'custom countertops',
      'single bowl sink',
      'new electrical',
      'appliances',
      'flooring',
      'paint',
    ],
  },
  upscale: {
    name: 'Upscale',
    answer: 'Upscale kitchen model',
    scope: [
      'as Major plus new custom design and layout',
      'wall framing changes',
      'relocating plumbing and electrical',
      'new lighting locations',
    ],
  },
} as const satisfies Record<string, RemodelType>

export type RemodelTypeKey = keyof typeof remodelTypes

// The return type of Object.keys is string[].
export const remodelTypeKeys = Object.keys(remodelTypes) as readonly RemodelTypeKey[]

const typeNamed = (key: RemodelTypeKey): RemodelType => remodelTypes[key]

export const formerRemodelTypes: FormerWords = Object.fromEntries(
  remodelTypeKeys.map(typeNamed).map(({ answer, was = [] }) => [answer, was]),
)

/** The key of the type that the visitor chose; undefined if the answer is not a type. */
export const remodelTypeKeyOf = (answer: string): RemodelTypeKey | undefined =>
  remodelTypeKeys.find((key) => remodelTypes[key].answer === answer)

export function remodelTypeOf(answer: string): RemodelType | undefined {
  const key = remodelTypeKeyOf(answer)
  return key && typeNamed(key)
}

/** The price of the type that the visitor chose; empty if the answer is not a type. */
export function costRangeOf(answer: string, prices: Prices): string {
  const key = remodelTypeKeyOf(answer)
  return key ? prices[key] : ''
}

/** The two parts of a range, between which a line may break: `$45000-` and `85,000`. */
export const endsOf = (costRange: string) => costRange.split(/(?<=[\p{Pd}−])|(?= to )/u)

export const SCOPE_ASSUMPTION =
  'About 200 square foot kitchen with under 30 linear feet of cabinetry and countertops; 36 inch sink base; a panel upgrade may cost extra.'

export const COST_NOTE = 'All ranges are estimated guesses and vary per house and project.'

export const FDA_SHORT = 'F-D-A'
export const FDA = `${FDA_SHORT} (Feasibility-Discovery/Design Agreement)`

export const SAVED_MESSAGE = 'Your details have been saved'
export const FAILED_MESSAGE = 'Something went wrong. Try again later.'

/** What the contractors are trained in, for the slide 'hire'. */
export const skills = [
  'thorough communication',
  'written agreements',
  'detailed scope of works',
  'complete work flow schedules',
  'keeping their word',
  'staying on a job until complete',
] as const
export type Skill = (typeof skills)[number]

/** Why to choose them, for the slide 'why'. */
export const virtues = ['dedicated to raising the bar', 'professional', 'organized', 'dependable'] as const
export type Virtue = (typeof virtues)[number]

export const OUR_COSTS = 'Our {brand} give you accurate costs from day 1.'

/** The estimates of others, then those of the business. */
export const costsCompared = ['Others use low unrealistic estimates.', OUR_COSTS] as const

export interface Link {
  readonly text: string
  readonly url: string
}

/** A remodel of the business, with its own photograph: never one of our renders. */
export interface BuiltKitchen {
  readonly title: string
  readonly town: string
  /** Its name in scripts/picture-crops.ts, with the crop `card`. */
  readonly picture: string
}

/** What the business can tell about itself. Pages show only what is given, without a gap for the rest. */
export interface Profile {
  /** In one line, on briefs. */
  readonly address?: string
  /** On the last screen after Submit, on briefs and in the copy. */
  readonly phone?: string
  /** Such as `within 1 business day`. */
  readonly replyTime?: string
  /** The business hours in words; the setting BUSINESS_HOURS. */
  readonly hours?: string
  /** True if homeowners get a copy by email; the setting HOMEOWNER_COPY. */
  readonly sendsCopy?: boolean
  readonly license?: string
  readonly insurance?: string
  /** Where to read the reviews. */
  readonly reviews?: Link
  /** One review, of two lines at the most. */
  readonly quotation?: { readonly words: string; readonly author: string; readonly published: Link }
  /** Three at the most. */
  readonly builtKitchens?: readonly BuiltKitchen[]
}

export const profile: Profile = {}

/** When the business replies, or when it is open; empty if it tells neither. */
export function replyText({ replyTime, hours }: Profile): string {
  const reply = replyTime && `We reply ${replyTime}`
  const open = hours && (reply ? hours : `We are open ${hours}`)
  return [reply, open].filter(Boolean).join(', ') + (reply || open ? '.' : '')
}

/** The address that calls a number, such as `tel:2535550142`. */
export const telUrlOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
