import { isIP } from 'node:net'
import { settingNames } from '../../desk/settings.ts'
import { asciiAddress, isWebhookAddress } from '../lib/addresses.ts'
import { OperatorError } from '../lib/errors.ts'
import { readDatabaseUrl, type StorageConfig } from './database-url.ts'
import { readFirestore } from './firestore.ts'
import { loadEnvFile } from './load-env-file.ts'
import { listIn, readMailUrl } from './mail-url.ts'
import { plainPath } from './path-from.ts'
import { isOn, oneOf, webAddress, wholeNumber } from './readers.ts'
import { type Environment, fileSetting, readSecretFiles } from './secret-files.ts'
import { fixedSettings, readSettings, withDefaults } from './settings.ts'
import { readSiteAddress } from './site-url.ts'

export type Config = ReturnType<typeof readConfig>

/**
 * Every setting with its default, without those that owners can change at the desk: desk/settings.ts. `.env.example` lists
 * both.
 */
export const defaults = {
  HOST: '127.0.0.1',
  PORT: '3000',
  DATABASE_URL: 'sqlite:data/projects.db',
  FIRESTORE_PROJECT: '',
  FIRESTORE_EMULATOR_HOST: '',
  MAIL_URL: 'file:data/outbox',
  MAIL_FROM: '',
  SITE_URL: '',
  SITE_DOMAIN: '',
  SECURITY_CONTACT: '',
  RATE_LIMIT: '30',
  TRUST_PROXY: '',
  METRICS_TOKEN: '',
  ALERT_URL: '',
  WEBHOOK_URL: '',
  WEBHOOK_SECRET: '',
  WEBHOOK_ALLOW_PRIVATE: 'off',
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
  loadEnvFile([...Object.keys(defaults), ...settingNames, ...secrets.map(fileSetting)])
  return { ...process.env, ...readSecretFiles(secrets, process.env) }
}

export function readConfig(env: Environment) {
  const text = (name: Setting) => env[name]?.trim() || defaults[name]
  const optional = <T>(name: Setting, read: (value: string, name: Setting) => T) =>
    text(name) === '' ? null : read(text(name), name)
  const number = (name: Setting, max: number) => wholeNumber(name, text(name), max)
  const storage = readDatabaseUrl(text('DATABASE_URL'))
  const mail = readMailUrl(text('MAIL_URL'), text('MAIL_FROM'))
  const site = readSiteAddress(text('SITE_URL'), text('SITE_DOMAIN'))
  const fixed = fixedSettings(env)
  // Throws for one that is not valid. createSettings reads them again, with those from the database.
  readSettings(withDefaults(fixed), { mail, siteUrl: site.siteUrl })
  return {
    host: text('HOST'),
    port: number('PORT', 65535),
    storage,
    /** The hosted document database that gets a document for each project, or null. */
    firestore: readFirestore(text('FIRESTORE_PROJECT'), text('FIRESTORE_EMULATOR_HOST')),
    mail,
    ...site,
    /** Where to report a vulnerability, as a URL. */
    securityContact: optional('SECURITY_CONTACT', contactUrl),
    /** New projects and changed answers per minute from one client; 0 means no limit. */
    rateLimit: number('RATE_LIMIT', 1_000_000),
    trustProxy: listIn(text('TRUST_PROXY')).map(network),
    metricsToken: optional('METRICS_TOKEN', secret),
    alertUrl: optional('ALERT_URL', webAddress),
    /** The webhook of earlier versions with Firestore, for `npm run import`, or null. */
    webhook: webhook(text('WEBHOOK_URL'), text('WEBHOOK_SECRET')),
    webhookAllowPrivate: isOn('WEBHOOK_ALLOW_PRIVATE', text('WEBHOOK_ALLOW_PRIVATE')),
    /** The folder for daily backups of SQLite. Null turns them off. */
    backupDir: optional('BACKUP_DIR', (value) => backupFolder(value, storage)),
    /** If null, backups are not encrypted. */
    backupPassphrase: optional('BACKUP_PASSPHRASE', passphrase),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL'), ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    /** The settings of desk/settings.ts that the environment sets, as typed. Owners cannot change them. */
    fixed,
  } as const
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
