import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { parseEnv } from 'node:util'
import { settingNames } from '../../desk/settings.ts'
import { OperatorError } from '../lib/errors.ts'
import { settingsWith } from '../testing/default-settings.ts'
import { defaults, readConfig, secrets } from './config.ts'
import { withDefaults } from './settings.ts'

it('.env.example lists every setting with its default, and those of owners are commented out', async () => {
  const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8')
  assert.deepEqual({ ...parseEnv(example) }, { ...defaults })
  const uncommented = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, ''))
  assert.deepEqual({ ...uncommented }, { ...defaults, ...withDefaults({}) })
})

it('every setting, and every file of a secret, is in README.md or docs/operations.md', async () => {
  const pages = ['../../README.md', '../../docs/operations.md'].map((page) => new URL(page, import.meta.url))
  const tables = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n')
  const missing = [...Object.keys(defaults), ...settingNames].filter(
    (name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(tables),
  )
  assert.deepEqual(missing, [])
  assert.deepEqual(
    secrets.filter((name) => !tables.includes(`\`${name}_FILE\``)),
    [],
  )
})

it('without settings, projects go to a file and emails to a folder below the working directory', () => {
  const { storage, firestore, mail, port, host } = readConfig({})
  assert.deepEqual(storage, { driver: 'sqlite', path: 'data/projects.db' })
  assert.equal(firestore, null)
  assert.equal(mail.driver === 'files' && mail.directory, 'data/outbox')
  assert.deepEqual([host, port], ['127.0.0.1', 3000])
})

it('an empty setting means its default', () => {
  const names = [...Object.keys(defaults), ...settingNames]
  const empty = Object.fromEntries(names.map((name) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

it('the time zone of the machine is the default, and one without a name is refused', (t) => {
  const own = process.env.TZ
  t.after(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })
  for (const zone of ['', 'Mars/Olympus']) {
    process.env.TZ = zone
    assert.equal(settingsWith({}).businessHours.timeZone, 'UTC', zone)
  }
  process.env.TZ = 'JST-9'
  assert.throws(() => readConfig({}), /Set TIME_ZONE/)
  assert.equal(settingsWith({ TIME_ZONE: 'Asia/Tokyo' }).businessHours.timeZone, 'Asia/Tokyo')
  process.env.TZ = 'America/Chicago'
  assert.equal(settingsWith({}).businessHours.timeZone, 'America/Chicago')
})

it('every setting is read, without surrounding blanks', () => {
  const set: Record<keyof typeof defaults, string> = {
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'sqlite:/srv/projects.db',
    FIRESTORE_PROJECT: 'my-kitchens',
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    MAIL_URL: 'smtps://mail.example',
    MAIL_FROM: 'guide@kitchens.example',
    SITE_URL: 'https://Kitchens.example',
    SITE_DOMAIN: 'kitchens.example',
    SECURITY_CONTACT: 'security@kitchens.example',
    RATE_LIMIT: '5',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    METRICS_TOKEN: 'sixteen-characters',
    ALERT_URL: 'https://chat.example/hook',
    WEBHOOK_URL: 'https://crm.example/hook',
    WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    BACKUP_DIR: '/srv/backups',
    BACKUP_PASSPHRASE: 'four words of your own',
    LOG_LEVEL: 'warn',
  }
  const typed = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, ` ${value}\t`]))
  assert.deepEqual(readConfig(typed), {
    host: '0.0.0.0',
    port: 8080,
    storage: { driver: 'sqlite', path: '/srv/projects.db' },
    firestore: { projectId: 'my-kitchens', emulatorHost: '127.0.0.1:8080' },
    mail: {
      driver: 'smtp',
      host: 'mail.example',
      port: 465,
      secure: true,
      requireTls: true,
      login: null,
      from: 'guide@kitchens.example',
    },
    siteUrl: 'https://kitchens.example',
    siteDomain: 'Kitchens.example',
    securityContact: 'mailto:security@kitchens.example',
    rateLimit: 5,
    trustProxy: ['10.0.0.0/8', '::1'],
    metricsToken: 'sixteen-characters',
    alertUrl: 'https://chat.example/hook',
    webhook: { address: 'https://crm.example/hook', secrets: [`whsec_${'a'.repeat(32)}`] },
    webhookAllowPrivate: true,
    backupDir: '/srv/backups',
    backupPassphrase: 'four words of your own',
    logLevel: 'warn',
    fixed: {},
  })
})

it('DATABASE_URL and MAIL_URL choose the drivers', () => {
  for (const url of ['postgres://u:p@h/d', 'postgresql://u:p@h/d', 'postgres://h/d?user=u@h'])
    assert.deepEqual(readConfig({ DATABASE_URL: url }).storage, { driver: 'postgres', url })
  assert.deepEqual(
    readConfig({ MAIL_FROM: 'g@b.example', MAIL_URL: 'smtp://us%40er:p%3Ass@mail.example' }).mail,
    {
      driver: 'smtp',
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTls: true,
      login: { user: 'us@er', pass: 'p:ss' },
      from: 'g@b.example',
    },
  )
  assert.deepEqual(readConfig({ MAIL_URL: 'emailjs://pub:priv@mail.example/service/template?form' }).mail, {
    driver: 'emailjs',
    origin: 'https://mail.example',
    publicKey: 'pub',
    privateKey: 'priv',
    serviceId: 'service',
    templateId: 'template',
    asForm: true,
  })
})

it('MAIL_URL may name a port, and a local stand-in for EmailJS', () => {
  const reached = (url: string) => {
    const { mail } = readConfig({ MAIL_URL: url, MAIL_TO: 'a@b', MAIL_FROM: 'a@b' })
    return mail.driver === 'smtp' ? `${mail.host} ${mail.port}` : mail.driver === 'emailjs' && mail.origin
  }
  assert.equal(reached('smtp://[::1]:2525'), '::1 2525')
  assert.equal(reached('smtps://mail.example:4465'), 'mail.example 4465')
  assert.equal(reached('emailjs://key@mail.example:8443/s/t'), 'https://mail.example:8443')
  assert.equal(reached('emailjs+http://key@127.0.0.1:8025/s/t'), 'http://127.0.0.1:8025')
  const { mail } = readConfig({ MAIL_URL: 'emailjs://key@mail.example/s/t' })
  assert.deepEqual(mail.driver === 'emailjs' && [mail.privateKey, mail.asForm], [null, false])
})

it('SITE_URL, or else SITE_DOMAIN with https and no port, is the origin of the site, and its host the heading', () => {
  for (const [env, siteUrl, siteDomain] of [
    [{ SITE_URL: 'http://localhost:3000' }, 'http://localhost:3000', 'localhost'],
    [{ SITE_URL: 'http://[::1]:3000/' }, 'http://[::1]:3000', '[::1]'],
    [{ SITE_URL: 'https://192.0.2.7:8443' }, 'https://192.0.2.7:8443', '192.0.2.7'],
    [{ SITE_URL: 'https://Küchen.Example:443/' }, 'https://xn--kchen-kva.example', 'Küchen.Example'],
    [{ SITE_DOMAIN: 'Küchen.Example' }, 'https://xn--kchen-kva.example', 'Küchen.Example'],
    [{}, null, null],
  ] as const) {
    const config = readConfig(env)
    assert.deepEqual([config.siteUrl, config.siteDomain], [siteUrl, siteDomain])
  }
})

it('SMTP requires TLS with a password or on another machine', () => {
  const demanded = (url: string) => {
    const { mail } = readConfig({ MAIL_URL: url, MAIL_TO: 'a@b', MAIL_FROM: 'a@b' })
    return mail.driver === 'smtp' && mail.requireTls
  }
  assert.equal(demanded('smtp://127.0.0.1:25'), false)
  assert.equal(demanded('smtp://[::1]:25'), false)
  assert.equal(demanded('smtp://u:p@127.0.0.1:25'), true)
  assert.equal(demanded('smtp://mail.example'), true)
  assert.equal(demanded('smtp://mail.example/'), true)
})

const envelope = { MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }

/** Settings that are refused, and part of the message. */
const refusals: readonly (readonly [message: string, env: Record<string, string>])[] = [
  ['PORT must be a whole number from 0 to 65535', { PORT: '80a' }],
  ['PORT must be a whole number from 0 to 65535', { PORT: '65536' }],
  ['RATE_LIMIT', { RATE_LIMIT: '-1' }],
  ['RETENTION_DAYS', { RETENTION_DAYS: 'never' }],
  ['DATABASE_URL must be sqlite:PATH', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL must be sqlite:PATH', { DATABASE_URL: 'sqlite:' }],
  ['DATABASE_URL must be sqlite:PATH', { DATABASE_URL: 'sqlite://x' }],
  ['DATABASE_URL must be a plain path', { DATABASE_URL: 'sqlite:~/projects.db' }],
  ['DATABASE_URL must be a plain path', { DATABASE_URL: "sqlite:'data/projects.db'" }],
  ['postgres://USER:PASSWORD@HOST/DATABASE', { DATABASE_URL: 'postgres://u:p@h:port/d' }],
  ['In the user and password', { DATABASE_URL: 'postgres://guide:1/b@db.example/guide' }],
  ['In the user and password', { DATABASE_URL: 'postgres://guide:1?b@db.example/guide?sslmode=disable' }],
  ['In the user and password', { DATABASE_URL: 'postgres://guide:a@b/c@db.example/guide' }],
  ['DATABASE_URL must be sqlite:PATH', { DATABASE_URL: 'firestore://my-kitchens/projects' }],
  [
    'DATABASE_URL must be an SQL database. Set FIRESTORE_PROJECT=my-kitchens to use Firestore in addition. To import its projects, remove DATABASE_URL or set it to postgres://…, stop every server, and run npm run import -- firestore://my-kitchens',
    { DATABASE_URL: 'firestore://my-kitchens' },
  ],
  ['FIRESTORE_PROJECT must be the id', { FIRESTORE_PROJECT: 'firestore://my-kitchens' }],
  ['FIRESTORE_EMULATOR_HOST', { FIRESTORE_PROJECT: 'k', FIRESTORE_EMULATOR_HOST: 'http://127.0.0.1:8' }],
  ['Set MAIL_FROM to', { MAIL_URL: 'smtp://mail.example', MAIL_TO: 'a@b' }],
  ['plain addresses', { MAIL_TO: 'a@b\r\nBcc: c@d' }],
  ['plain addresses', { MAIL_TO: 'a@b;c@d' }],
  ['MAIL_FROM must be plain', { MAIL_TO: 'a@b', MAIL_FROM: 'a@a\u05d0b' }],
  ['MAIL_URL must be file:DIRECTORY', { MAIL_URL: 'carrier-pigeon:home' }],
  ['MAIL_URL must be file:DIRECTORY, such as', { MAIL_URL: 'file://data/outbox' }],
  ['MAIL_URL must be a plain path', { MAIL_URL: 'file:$HOME/outbox' }],
  ['%23', { ...envelope, MAIL_URL: 'smtp://me:12#x@127.0.0.1:2525' }],
  ['%2F', { ...envelope, MAIL_URL: 'smtp://me:1/x@mail.example' }],
  ['MAIL_URL has extra text', { ...envelope, MAIL_URL: 'smtp://mail.example/?pool=true' }],
  ['MAIL_URL has a password but no user', { ...envelope, MAIL_URL: 'smtp://:secret@mail.example' }],
  ['is not a valid URL', { ...envelope, MAIL_URL: 'smtp://mail.example:x' }],
  ['Use smtps://', { ...envelope, MAIL_URL: 'smtp://me:x@mail.example:465' }],
  ['public key is required', { MAIL_URL: 'emailjs://mail.example/s/t' }],
  ['service ID is required', { MAIL_URL: 'emailjs://key@mail.example' }],
  ['template ID is required', { MAIL_URL: 'emailjs://key@mail.example/s' }],
  ['emailjs+http is only for this machine', { MAIL_URL: 'emailjs+http://key:secret@mail.example/s/t' }],
  ['and ?form', { MAIL_URL: 'emailjs://key@mail.example/s/t?from' }],
  ['After the host, MAIL_URL may only have', { MAIL_URL: 'emailjs://key@mail.example/s/t/u/v' }],
  ['SITE_DOMAIN', { SITE_DOMAIN: 'https://kitchens.example/' }],
  ['port or path', { SITE_DOMAIN: 'localhost:3000' }],
  ['SITE_URL must be https://', { SITE_URL: 'kitchens.example' }],
  ['SITE_URL must be https://', { SITE_URL: 'https://kitchens.example/guide' }],
  ['SITE_URL must be https://', { SITE_URL: 'https://kitchens.example?a=b' }],
  ['SITE_URL must be https://', { SITE_URL: 'https://me:secret@kitchens.example' }],
  ['SITE_URL must be https://', { SITE_URL: 'https://kitchens.example:99999' }],
  ['SITE_URL may begin with http:// only', { SITE_URL: 'http://kitchens.example' }],
  ['different sites', { SITE_URL: 'http://localhost:3000', SITE_DOMAIN: 'localhost' }],
  ['PRIVACY_URL', { PRIVACY_URL: 'javascript:alert(1)' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'the owner' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'http://kitchens.example/report' }],
  ['TRUST_PROXY must be a list', { TRUST_PROXY: 'everybody' }],
  ['networks such as 10.0.0.0/8', { TRUST_PROXY: '10.0.0.0/99' }],
  ['TRUST_PROXY must not trust every address', { TRUST_PROXY: '127.0.0.1, 0.0.0.0/0' }],
  ['METRICS_TOKEN must have at least 16', { METRICS_TOKEN: 'fifteen-letters' }],
  ['16 visible ASCII', { METRICS_TOKEN: 'sixteen characters' }],
  ['ALERT_URL', { ALERT_URL: 'ftp://x' }],
  ['WEBHOOK_URL must be a complete URL', { WEBHOOK_URL: 'http://crm.example/hook' }],
  ['WEBHOOK_URL must be a complete URL', { WEBHOOK_URL: 'https://me:secret@crm.example/hook' }],
  ['WEBHOOK_SECRET must be whsec_', { WEBHOOK_URL: 'https://crm.example/hook' }],
  ['WEBHOOK_SECRET must be whsec_', { WEBHOOK_URL: 'https://crm.example', WEBHOOK_SECRET: 'whsec_short' }],
  ['HOMEOWNER_COPY must be one of', { HOMEOWNER_COPY: 'yes' }],
  ['HOMEOWNER_COPY requires SITE_URL', { HOMEOWNER_COPY: 'on' }],
  [
    'HOMEOWNER_COPY requires its own template',
    {
      HOMEOWNER_COPY: 'on',
      SITE_URL: 'https://kitchens.example',
      MAIL_URL: 'emailjs://key@mail.example/s/t',
    },
  ],
  ['WEBHOOK_ALLOW_PRIVATE must be one of', { WEBHOOK_ALLOW_PRIVATE: 'yes' }],
  ['ALERT_URL must not contain a user or password', { ALERT_URL: 'https://me:secret@chat.example/hook' }],
  ['BUSINESS_HOURS must look like', { BUSINESS_HOURS: 'nine to five' }],
  ['BUSINESS_HOURS must end after they begin: 18:00-08:00', { BUSINESS_HOURS: 'Mon-Fri 18:00-08:00' }],
  ['HOLIDAYS must be dates such as', { HOLIDAYS: '2026-12-25, Christmas' }],
  ['HOLIDAYS must be dates such as', { HOLIDAYS: '2026-02-30' }],
  ['BUSINESS_PHONE must be a phone number', { BUSINESS_PHONE: 'call us' }],
  ['PRICE_MINOR must be one line', { PRICE_MINOR: '$1\n$2' }],
  ['TIME_ZONE must be a name such as America/Chicago', { TIME_ZONE: 'EST' }],
  ['TIME_ZONE must be a name such as America/Chicago', { TIME_ZONE: 'Mars/Olympus' }],
  ['BACKUP_DIR must be a plain path', { BACKUP_DIR: '~/backups' }],
  ['BACKUP_DIR is for SQLite', { BACKUP_DIR: 'backups', DATABASE_URL: 'postgres://u:p@h/d' }],
  ['BACKUP_PASSPHRASE must have at least 16', { BACKUP_PASSPHRASE: 'too short' }],
  ['letters, digits, spaces', { BACKUP_PASSPHRASE: 'sixteen#characters' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['BRAND_NAME must be one line of at most 100', { BRAND_NAME: 'a\nb' }],
]

it('a setting that cannot be used is refused with a message that names it', () => {
  for (const [message, env] of refusals)
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof OperatorError && error.message.includes(message),
      JSON.stringify(env),
    )
})
