import { hash } from 'node:crypto'
import { telUrl } from '../../desk/call-sheet.ts'
import { isDay } from '../../desk/days.ts'
import { type SettingName, settingNames, settings } from '../../desk/settings.ts'
import {
  askPhoneStates,
  defaultPrices,
  type PriceList,
  type Prices,
  type Profile,
  profile,
} from '../../questionnaire/business.ts'
import { OperatorError } from '../lib/errors.ts'
import { type BusinessHours, readBusinessHours } from './business-hours.ts'
import { hoursInWords } from './hours-in-words.ts'
import { listIn, type MailConfig, readAddresses } from './mail-url.ts'
import { isOn, oneLine, oneOf, webAddress, wholeNumber } from './readers.ts'
import type { Environment } from './secret-files.ts'

/** The current values of the settings that owners can change. They are read at each use, because they may change. */
export type Settings = ReturnType<typeof readSettings>
export type CurrentSettings = () => Settings

/** Each setting as it was typed. */
export type SettingValues = Readonly<Record<SettingName, string>>

interface SettingsContext {
  readonly mail: MailConfig
  readonly siteUrl: string | null
}

/** The settings that the environment sets. Owners cannot change them. */
export function fixedSettings(env: Environment): Partial<SettingValues> {
  const fixed = settingNames.map((name) => [name, env[name]?.trim() ?? ''] as const)
  return Object.fromEntries(fixed.filter(([, value]) => value !== ''))
}

/** All values, with the default of each that is missing or empty. */
export const withDefaults = (values: Partial<SettingValues>): SettingValues =>
  // The type of Object.fromEntries does not keep the names.
  Object.fromEntries(
    settingNames.map((name) => [name, values[name] || settings[name].default]),
  ) as SettingValues

/** Reads all settings. Throws an OperatorError for one that is not valid. `former` are price lists that were in use. */
export function readSettings(
  values: SettingValues,
  { mail, siteUrl }: SettingsContext,
  former: readonly PriceList[] = [],
) {
  const line = (name: SettingName) => oneLine(name, values[name])
  const number = (name: SettingName, max: number) => wholeNumber(name, values[name], max)
  const optional = <T>(name: SettingName, read: (value: string, name: string) => T) =>
    values[name] === '' ? null : read(values[name], name)
  const prices = priceList({
    minor: line('PRICE_MINOR'),
    major: line('PRICE_MAJOR'),
    upscale: line('PRICE_UPSCALE'),
    fee: line('FDA_FEE'),
  })
  const phone = phoneNumber(line('BUSINESS_PHONE'))
  const address = line('BUSINESS_ADDRESS')
  const replyTime = line('REPLY_TIME')
  const businessHours = {
    ...weeklyHours(values.BUSINESS_HOURS, timeZone(values.TIME_ZONE)),
    holidays: dates(values.HOLIDAYS),
  }
  const homeownerCopy = isOn('HOMEOWNER_COPY', values.HOMEOWNER_COPY) && mayCopy(mail, siteUrl)
  const about: Profile = {
    ...profile,
    ...(phone && { phone }),
    ...(address && { address }),
    ...(replyTime && { replyTime }),
    hours: hoursInWords(businessHours),
    sendsCopy: homeownerCopy,
  }
  const lists = new Map([...former, priceList(defaultPrices), prices].map((list) => [list.id, list]))
  return {
    brandName: line('BRAND_NAME'),
    privacyUrl: optional('PRIVACY_URL', webAddress),
    /** The desk counts a project's waiting time in these hours. */
    businessHours,
    /** What pages and the homeowner's copy say about the business. */
    profile: about,
    /** The prices that visitors see now. */
    prices,
    /** Every price list that visitors have seen, by its id. */
    priceLists: lists as ReadonlyMap<string, PriceList>,
    /** Whom emails about projects are sent to, as ASCII addresses. */
    mailTo: readAddresses(
      'MAIL_TO',
      values.MAIL_TO || (mail.driver === 'files' ? 'specialist@localhost' : ''),
    ),
    homeownerCopy,
    /** Whether pages send the answers when the visitor leaves the last question. */
    sendEarly: isOn('SEND_EARLY', values.SEND_EARLY),
    askPhone: oneOf('ASK_PHONE', values.ASK_PHONE, askPhoneStates),
    /** New projects above this number are suspicious; 0 means no limit. */
    projectsPerHour: number('PROJECTS_PER_HOUR', 1_000_000),
    /** A project submitted sooner after START HERE is suspicious. */
    minVisitSeconds: number('MIN_VISIT_SECONDS', 3600),
    /** Projects older than this are erased; 0 keeps them. */
    retentionDays: number('RETENTION_DAYS', 36_500),
  } as const
}

/**
 * The price list with this id. Without an id, the page or the project is older than this setting and showed the defaults.
 * An unknown id means the current list.
 */
export const pricesWithId = (id: string, { prices, priceLists }: Settings): PriceList =>
  id === '' ? priceList(defaultPrices) : (priceLists.get(id) ?? prices)

/** Equal prices have the same id on every server. */
function priceList({ minor, major, upscale, fee }: Prices): PriceList {
  const id = hash('sha256', JSON.stringify([minor, major, upscale, fee])).slice(0, 12)
  return { id, minor, major, upscale, fee }
}

function mayCopy(mail: MailConfig, siteUrl: string | null): boolean {
  if (siteUrl === null) throw new OperatorError('HOMEOWNER_COPY requires SITE_URL for the link in the email.')
  if (mail.driver === 'emailjs' && mail.copyTemplateId === undefined)
    throw new OperatorError(
      'HOMEOWNER_COPY requires its own template. End MAIL_URL with /TEMPLATE_ID/COPY_TEMPLATE_ID.',
    )
  return true
}

function phoneNumber(value: string): string {
  if (value === '' || telUrl(value) !== null) return value
  throw new OperatorError('BUSINESS_PHONE must be a phone number such as (253) 555-0142.')
}

function weeklyHours(value: string, zone: string): BusinessHours {
  const hours = readBusinessHours(value, zone)
  if (hours) return hours
  for (const [, from = '', to = ''] of value.matchAll(/(\d\d:\d\d)\s*-\s*(\d\d:\d\d)/g))
    if (to <= from) throw new OperatorError(`BUSINESS_HOURS must end after they begin: ${from}-${to}.`)
  throw new OperatorError('BUSINESS_HOURS must look like Mon-Fri 08:00-18:00, Sat 09:00-12:00.')
}

/** Defaults to this machine's time zone. Names such as `EST` are refused because they ignore daylight saving time. */
function timeZone(value: string): string {
  if (value === '') return machineZone()
  try {
    if (value !== 'UTC' && !value.includes('/')) throw new RangeError(value)
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new OperatorError('TIME_ZONE must be a name such as America/Chicago.')
  }
}

/** Some values of `TZ`, such as `JST-9`, have no zone name. Node treats invalid values as UTC. */
function machineZone(): string {
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions()
  if (own && own !== 'Etc/Unknown') return own
  const isUtc = ['2026-01-01', '2026-07-01'].every((day) => new Date(day).getTimezoneOffset() === 0)
  if (isUtc) return 'UTC'
  throw new OperatorError('Set TIME_ZONE, because the time zone of this machine (TZ) has no known name.')
}

function dates(value: string): readonly string[] {
  const days = listIn(value)
  if (days.every(isDay)) return days
  throw new OperatorError('HOLIDAYS must be dates such as 2026-11-26, 2026-12-25.')
}
