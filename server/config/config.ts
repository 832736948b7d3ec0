import { isIP } from 'node:net'
import { askPhoneStates, BRAND_NAME, type Profile, profile } from '../../questionnaire/business.ts'
import { asciiAddress, isWebhookAddress } from '../lib/addresses.ts'
import { OperatorError } from '../lib/errors.ts'
import { type BusinessHours, readBusinessHours } from './business-hours.ts'
import { readDatabaseUrl, type StorageConfig } from './database-url.ts'
import { readFirestore } from './firestore.ts'
import { hoursInWords } from './hours-in-words.ts'
import { loadEnvFile } from './load-env-file.ts'
import { listIn, type MailConfig, readMailUrl } from './mail-url.ts'
import { plainPath } from './path-from.ts'
import { type Environment, fileSetting, readSecretFiles } from './secret-files.ts'
import { readSiteAddress } from './site-url.ts'

export type Config = ReturnType<typeof readConfig>

/** Every setting with its default. `.env.example` lists the same settings. */
export const defaults = {
  HOST: '127.0.0.1',
  PORT: '3000',
  DATABASE_URL: 'sqlite:data/projects.db',
  FIRESTORE_PROJECT: '',
  FIRESTORE_EMULATOR_HOST: '',
  MAIL_URL: 'file:data/outbox',
  MAIL_TO: '',
  MAIL_FROM: '',
  BRAND_NAME,
  SITE_URL: '',
  SITE_DOMAIN: '',
  PRIVACY_URL: '',
  SECURITY_CONTACT: '',
  RATE_LIMIT: '30',
  PROJECTS_PER_HOUR: '60',
  MIN_VISIT_SECONDS: '3',
  TRUST_PROXY: '',
  METRICS_TOKEN: '',
  ALERT_URL: '',
  WEBHOOK_URL: '',
  WEBHOOK_SECRET: '',
  WEBHOOK_ALLOW_PRIVATE: 'off',
  HOMEOWNER_COPY: 'off',
  SEND_EARLY: 'off',
  ASK_PHONE: 'off',
  BUSINESS_HOURS: 'Mon-Fri 08:00-18:00',
  TIME_ZONE: '',
  RETENTION_DAYS: '0',
  BACKUP_DIR: '',
  BACKUP_PASSPHRASE: '',
  LOG_LEVEL: 'info',
} as const

export type Setting = keyof typeof defaults

/** The settings that contain a password or a key. Each may be in a file of its own, which `NAME_FILE` names. */
export const secrets: readonly string[] = [
  'DATABASE_URL',
  'MAIL_URL',
  'METRICS_TOKEN',
  'ALERT_URL',
  'WEBHOOK_SECRET',
  'BACKUP_PASSPHRASE',
] satisfies readonly Setting[]

/** The environment variables, including those from the file `.env` and from the files of secrets. */
export function environment(): Environment {
  loadEnvFile([...Object.keys(defaults), ...secrets.map(fileSetting)])
  return { ...process.env, ...readSecretFiles(secrets, process.env) }
}

export function readConfig(env: Environment) {
  const text = (name: Setting) => env[name]?.trim() || defaults[name]
  const optional = <T>(name: Setting, read: (value: string, name: Setting) => T) =>
    text(name) === '' ? null : read(text(name), name)
  const number = (name: Setting, max: number) => wholeNumber(name, text(name), max)
  const storage = readDatabaseUrl(text('DATABASE_URL'))
  const mail = readMailUrl(text('MAIL_URL'), { to: text('MAIL_TO'), from: text('MAIL_FROM') })
  const site = readSiteAddress(text('SITE_URL'), text('SITE_DOMAIN'))
  const isGiven = (name: string) => Boolean(env[name]?.trim())
  const isOn = (name: Setting) => oneOf(name, text(name), ['off', 'on']) === 'on'
  const businessHours = openingHours(text('BUSINESS_HOURS'), timeZone(text('TIME_ZONE')))
  const homeownerCopy = isOn('HOMEOWNER_COPY') && mayCopy(mail, site.siteUrl)
  return {
    /** The settings that the environment sets. */
    given: new Set<string>(Object.keys(defaults).filter(isGiven)),
    host: text('HOST'),
    port: number('PORT', 65535),
    storage,
    /** The hosted document database that gets a document for each project, or null. */
    firestore: readFirestore(text('FIRESTORE_PROJECT'), text('FIRESTORE_EMULATOR_HOST')),
    mail,
    brandName: oneLine('BRAND_NAME', text('BRAND_NAME')),
    ...site,
    privacyUrl: optional('PRIVACY_URL', webAddress),
    /** Where to report a vulnerability, as a URL. */
    securityContact: optional('SECURITY_CONTACT', contactUrl),
    /** New projects and changed answers per minute from one client; 0 means no limit. */
    rateLimit: number('RATE_LIMIT', 1_000_000),
    /** New projects above this number are suspicious; 0 means no limit. */
    projectsPerHour: number('PROJECTS_PER_HOUR', 1_000_000),
    /** A project submitted sooner after START HERE is suspicious. */
    minVisitSeconds: number('MIN_VISIT_SECONDS', 3600),
    trustProxy: listIn(text('TRUST_PROXY')).map(network),
    metricsToken: optional('METRICS_TOKEN', secret),
    alertUrl: optional('ALERT_URL', webAddress),
    /** The webhook of earlier versions with Firestore, for `npm run import`, or null. */
    webhook: webhook(text('WEBHOOK_URL'), text('WEBHOOK_SECRET')),
    webhookAllowPrivate: isOn('WEBHOOK_ALLOW_PRIVATE'),
    homeownerCopy,
    /** Whether pages send the answers when the visitor leaves the last question. */
    sendEarly: isOn('SEND_EARLY'),
    askPhone: oneOf('ASK_PHONE', text('ASK_PHONE'), askPhoneStates),
    /** The desk counts a project's waiting time in these hours. */
    businessHours,
    /** What pages and the homeowner's copy say about the business. */
    profile: profileWith(hoursInWords(businessHours), homeownerCopy),
    /** Projects older than this are erased; 0 keeps them. */
    retentionDays: number('RETENTION_DAYS', 36_500),
    /** The folder for daily backups of SQLite. Null turns them off. */
    backupDir: optional('BACKUP_DIR', (value) => backupFolder(value, storage)),
    /** If null, backups are not encrypted. */
    backupPassphrase: optional('BACKUP_PASSPHRASE', passphrase),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL'), ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  } as const
}

function wholeNumber(name: string, value: string, max: number): number {
  if (/^\d{1,9}$/.test(value) && Number(value) <= max) return Number(value)
  throw new OperatorError(`${name} must be a whole number from 0 to ${max}.`)
}

function oneLine(name: string, value: string): string {
  if (!/\p{Cc}/u.test(value) && value.length <= 100) return value
  throw new OperatorError(`${name} must be one line of at most 100 characters.`)
}

function webAddress(value: string, name: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OperatorError(`${name} must be a complete URL that begins with https:// or http://.`)
  // `fetch` rejects such an address, and a link on the page would publish the password.
  if (url.username !== '' || url.password !== '')
    throw new OperatorError(`${name} must not contain a user or password, as in https://USER:PASSWORD@….`)
  return value
}

function webhook(address: string, secret: string) {
  if (address === '' && secret === '') return null
  if (!isWebhookAddress(address))
    throw new OperatorError(
      'WEBHOOK_URL must be a complete URL that begins with https:// (or http:// on this machine), without a user or password.',
    )
  // Standard Webhooks: 24 to 64 bytes.
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret) || bytes.length < 24 || bytes.length > 64)
    throw new OperatorError(
      'WEBHOOK_SECRET must be whsec_ followed by 24 to 64 random bytes in base64, such as the output of: echo whsec_$(openssl rand -base64 32)',
    )
  return { address, secrets: [secret] }
}

const profileWith = (hours: string, sendsCopy: boolean): Profile => ({ ...profile, hours, sendsCopy })

function mayCopy(mail: MailConfig, siteUrl: string | null): boolean {
  if (siteUrl === null) throw new OperatorError('HOMEOWNER_COPY requires SITE_URL for the link in the email.')
  if (mail.driver === 'emailjs' && mail.copyTemplateId === undefined)
    throw new OperatorError(
      'HOMEOWNER_COPY requires its own template. End MAIL_URL with /TEMPLATE_ID/COPY_TEMPLATE_ID.',
    )
  return true
}

function contactUrl(value: string): string {
  const url = URL.parse(value)
  if (url?.protocol === 'https:') return url.href
  const address = asciiAddress(value)
  if (url === null && address !== null) return `mailto:${address}`
  throw new OperatorError('SECURITY_CONTACT must be an email address, or a URL that begins with https://.')
}

function network(value: string): string {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  // Otherwise visitors could choose their own address by sending X-Forwarded-For.
  if (family !== 0 && /^0+$/.test(bits ?? ''))
    throw new OperatorError('TRUST_PROXY must not trust every address. List the networks of your proxies.')
  const isSize = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  if (family !== 0 && isSize && rest.length === 0) return value
  throw new OperatorError('TRUST_PROXY must be a list of addresses or networks such as 10.0.0.0/8, ::1.')
}

function openingHours(value: string, zone: string): BusinessHours {
  const hours = readBusinessHours(value, zone)
  if (hours) return hours
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

function secret(value: string, name: string): string {
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new OperatorError(`${name} must have at least 16 visible ASCII characters.`)
}

function backupFolder(value: string, storage: StorageConfig): string {
  if (storage.driver === 'sqlite') return plainPath('BACKUP_DIR', value)
  throw new OperatorError(
    'BACKUP_DIR is for SQLite. Remove it, and back up this database as described in docs/operations.md.',
  )
}

/** In `.env`, a `#`, quote or backslash could change the value, and backups could not be decrypted elsewhere. */
function passphrase(value: string): string {
  if (/^[A-Za-z0-9 _.,-]{16,}$/.test(value)) return value
  throw new OperatorError(
    'BACKUP_PASSPHRASE must have at least 16 characters: only letters, digits, spaces and - _ . ,',
  )
}

function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  throw new OperatorError(`${name} must be one of ${allowed.join(', ')}.`)
}
