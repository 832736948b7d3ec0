import { type AskPhone, BRAND_NAME, defaultPrices, type Prices } from '../questionnaire/business.ts'

// The settings that owners can change at the desk. Each is also an environment variable, which wins where it is set:
// server/config/settings.ts reads both in the same way. Secrets, databases and mail servers are only in the environment.

/** Which control the form shows. */
export type SettingKind = 'text' | 'phone' | 'url' | 'emails' | 'time zone' | 'number' | 'choice'

export type SettingGroup = 'business' | 'prices' | 'leads'

export interface SettingDefinition {
  readonly group: SettingGroup
  readonly kind: SettingKind
  readonly label: string
  /** What it is for, and what an empty value means. */
  readonly help: string
  readonly default: string
  /** The values of a choice, and their words. */
  readonly words?: Readonly<Record<string, string>>
  /** Follows a number, and what 0 means. */
  readonly unit?: string
  readonly zero?: string
}

const onOrOff = { on: 'On', off: 'Off' } as const

export const settings = {
  BRAND_NAME: {
    group: 'business',
    kind: 'text',
    label: 'Name',
    help: 'On every page and in every email.',
    default: BRAND_NAME,
  },
  BUSINESS_PHONE: {
    group: 'business',
    kind: 'phone',
    label: 'Phone',
    help: 'The number that homeowners call.',
    default: '',
  },
  BUSINESS_ADDRESS: {
    group: 'business',
    kind: 'text',
    label: 'Postal address',
    help: 'In one line, on the homeowner’s brief.',
    default: '',
  },
  REPLY_TIME: {
    group: 'business',
    kind: 'text',
    label: 'Reply time',
    help: 'When you reply to a homeowner, such as within 1 business day. They read it after Submit.',
    default: '',
  },
  PRIVACY_URL: {
    group: 'business',
    kind: 'url',
    label: 'Privacy notice',
    help: 'The address of its page. The guide links to it.',
    default: '',
  },
  BUSINESS_HOURS: {
    group: 'business',
    kind: 'text',
    label: 'Business hours',
    help: 'Such as Mon-Fri 08:00-18:00, Sat 09:00-12:00. The desk counts waiting times in these hours, and homeowners read them after Submit.',
    default: 'Mon-Fri 08:00-18:00',
  },
  TIME_ZONE: {
    group: 'business',
    kind: 'time zone',
    label: 'Time zone',
    help: 'Used for the business hours and all times at the desk, such as America/Chicago. If empty, the server’s time zone.',
    default: '',
  },
  HOLIDAYS: {
    group: 'business',
    kind: 'text',
    label: 'Holidays',
    help: 'Days on which the business is closed, such as 2026-11-26, 2026-12-25.',
    default: '',
  },
  PRICE_MINOR: { group: 'prices', kind: 'text', label: 'Minor', help: '', default: defaultPrices.minor },
  PRICE_MAJOR: { group: 'prices', kind: 'text', label: 'Major', help: '', default: defaultPrices.major },
  PRICE_UPSCALE: {
    group: 'prices',
    kind: 'text',
    label: 'Upscale',
    help: '',
    default: defaultPrices.upscale,
  },
  FDA_FEE: { group: 'prices', kind: 'text', label: 'F-D-A fee', help: '', default: defaultPrices.fee },
  MAIL_TO: {
    group: 'leads',
    kind: 'emails',
    label: 'Email new projects to',
    help: 'Email addresses, separated by commas. With EmailJS, the template sets the recipient instead.',
    default: '',
  },
  HOMEOWNER_COPY: {
    group: 'leads',
    kind: 'choice',
    words: onOrOff,
    label: 'Copy for the homeowner',
    help: 'An email with what they chose, and a link where they can read, change and delete their answers.',
    default: 'off',
  },
  SEND_EARLY: {
    group: 'leads',
    kind: 'choice',
    words: onOrOff,
    label: 'Send answers before Submit',
    help: 'The last question’s Next button sends the answers, and a note there says so. Submit confirms them.',
    default: 'off',
  },
  ASK_PHONE: {
    group: 'leads',
    kind: 'choice',
    words: { off: 'No', optional: 'Yes, optional', required: 'Yes, required' } satisfies Record<
      AskPhone,
      string
    >,
    label: 'Ask for a phone number',
    help: 'Adds a field to the contact form. Staff can dial the number from the call sheet.',
    default: 'off',
  },
  PROJECTS_PER_HOUR: {
    group: 'leads',
    kind: 'number',
    label: 'Maximum new projects per hour',
    help: 'Above this limit, new projects may be marked suspicious and wait until you release or erase them. 0 means no limit.',
    default: '60',
    unit: 'projects',
    zero: 'No limit',
  },
  MIN_VISIT_SECONDS: {
    group: 'leads',
    kind: 'number',
    label: 'Minimum visit length',
    help: 'A project submitted sooner than this after START HERE is marked suspicious. 0 means no minimum.',
    default: '3',
    unit: 'seconds',
    zero: 'No minimum',
  },
  RETENTION_DAYS: {
    group: 'leads',
    kind: 'number',
    label: 'Erase projects after',
    help: 'Erased projects cannot be restored. 0 means projects are never erased.',
    default: '0',
    unit: 'days',
    zero: 'Never',
  },
} as const satisfies Record<string, SettingDefinition>

export type SettingName = keyof typeof settings

// The return type of Object.keys is string[].
export const settingNames = Object.keys(settings) as readonly SettingName[]

export const definitionOf = (name: SettingName): SettingDefinition => settings[name]

/** The setting of each price. */
export const priceSettings = {
  minor: 'PRICE_MINOR',
  major: 'PRICE_MAJOR',
  upscale: 'PRICE_UPSCALE',
  fee: 'FDA_FEE',
} as const satisfies Record<keyof Prices, SettingName>

export const MAX_SETTING_LENGTH = 2000

/** One setting of GET settings, which lists all of them, and of a conflict. */
export interface Setting {
  readonly name: SettingName
  /** As typed; the default if it is not set. */
  readonly value: string
  /** Set in the environment, so it cannot be changed at the desk. */
  readonly isFixed: boolean
  /** When and by whom it was changed at the desk, or null. */
  readonly change: { readonly at: string; readonly who: string } | null
}

/** The `problem` of a 422 to a change of a setting that the environment sets. */
export const FIXED = 'Set by the operator.'

/** POST settings/test-email sends an email to the person who asks. `outcome` is what the mail server said. */
export interface TestEmail {
  readonly isSuccess: boolean
  readonly outcome: string
}
