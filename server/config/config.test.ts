import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { parseEnv } from 'node:util'
import { readBusinessHours } from '../../desk/business-hours.ts'
import { OperatorError } from '../lib/errors.ts'
import { defaults, readConfig } from './config.ts'

it('.env.example names every variable with its default', async () => {
  const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8')
  assert.deepEqual({ ...parseEnv(example) }, { ...defaults })
})

it('every variable stands in a table of README.md or docs/operations.md', async () => {
  const pages = ['../../README.md', '../../docs/operations.md'].map((page) => new URL(page, import.meta.url))
  const tables = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n')
  const untold = Object.keys(defaults).filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(tables))
  assert.deepEqual(untold, [])
})

it('with nothing set projects go to a file and e-mails to a directory, both relative', () => {
  const { storage, mail, port, host } = readConfig({})
  assert.deepEqual(storage, { driver: 'sqlite', path: 'data/projects.db' })
  assert.equal(mail.driver === 'files' && mail.directory, 'data/outbox')
  assert.deepEqual([host, port], ['127.0.0.1', 3000])
})

it('a setting that is empty is not set', () => {
  const empty = Object.fromEntries(Object.keys(defaults).map((name) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

it('a machine whose zone is nothing is in UTC, and one whose zone has no name has to be told', (t) => {
  const own = process.env.TZ
  t.after(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })
  for (const said of ['', 'Mars/Olympus']) {
    process.env.TZ = said
    assert.equal(readConfig({}).businessHours.timeZone, 'UTC', said)
  }
  process.env.TZ = 'JST-9'
  assert.throws(() => readConfig({}), /TIME_ZONE must be set/)
  assert.equal(readConfig({ TIME_ZONE: 'Asia/Tokyo' }).businessHours.timeZone, 'Asia/Tokyo')
  process.env.TZ = 'America/Chicago'
  assert.equal(readConfig({}).businessHours.timeZone, 'America/Chicago')
})

it('every setting is read, without the spaces around it', () => {
  const set: Record<keyof typeof defaults, string> = {
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'sqlite:/srv/projects.db',
    FIRESTORE_EMULATOR_HOST: '',
    MAIL_URL: 'smtps://mail.example',
    MAIL_TO: 'owner@kitchens.example',
    MAIL_FROM: 'guide@kitchens.example',
    BRAND_NAME: 'Oak & Sons',
    SITE_DOMAIN: 'kitchens.example',
    PRIVACY_URL: 'https://kitchens.example/privacy',
    RATE_LIMIT: '5',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    METRICS_TOKEN: 'sixteen-characters',
    ALERT_URL: 'https://chat.example/hook',
    BUSINESS_HOURS: 'Mon-Sat 09:00-17:00',
    TIME_ZONE: 'America/Chicago',
    RETENTION_DAYS: '365',
    LOG_LEVEL: 'warn',
  }
  const typed = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, ` ${value}\t`]))
  assert.deepEqual(readConfig(typed), {
    host: '0.0.0.0',
    port: 8080,
    storage: { driver: 'sqlite', path: '/srv/projects.db' },
    mail: {
      driver: 'smtp',
      host: 'mail.example',
      port: 465,
      secure: true,
      demandTls: true,
      login: null,
      parties: { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] },
    },
    brandName: 'Oak & Sons',
    siteDomain: 'kitchens.example',
    privacyUrl: 'https://kitchens.example/privacy',
    rateLimit: 5,
    trustProxy: ['10.0.0.0/8', '::1'],
    metricsToken: 'sixteen-characters',
    alertUrl: 'https://chat.example/hook',
    businessHours: readBusinessHours('Mon-Sat 09:00-17:00', 'America/Chicago'),
    retentionDays: 365,
    logLevel: 'warn',
  })
})

it('the highest port is one, and an address of this machine needs no TLS', () => {
  const { port, alertUrl } = readConfig({ PORT: '65535', ALERT_URL: 'http://127.0.0.1/hook' })
  assert.deepEqual([port, alertUrl], [65535, 'http://127.0.0.1/hook'])
})

it('each store and mailer is chosen by its address', () => {
  for (const url of ['postgres://u:p@h/d', 'postgresql://u:p@h/d', 'postgres://h/d?user=u@h'])
    assert.deepEqual(readConfig({ DATABASE_URL: url }).storage, { driver: 'postgres', url })
  assert.deepEqual(readConfig({ DATABASE_URL: 'firestore://my-kitchen' }).storage, {
    driver: 'firestore',
    projectId: 'my-kitchen',
    emulatorHost: null,
  })
  assert.deepEqual(
    readConfig({ DATABASE_URL: 'firestore://my-kitchen', FIRESTORE_EMULATOR_HOST: '127.0.0.1:8' }).storage,
    {
      driver: 'firestore',
      projectId: 'my-kitchen',
      emulatorHost: '127.0.0.1:8',
    },
  )
  const who = { MAIL_TO: 'a@küchen.example, c@d.example,', MAIL_FROM: 'g@b.example' }
  assert.deepEqual(readConfig({ ...who, MAIL_URL: 'smtp://us%40er:p%3Ass@mail.example' }).mail, {
    driver: 'smtp',
    host: 'mail.example',
    port: 587,
    secure: false,
    demandTls: true,
    login: { user: 'us@er', pass: 'p:ss' },
    parties: { from: 'g@b.example', to: ['a@xn--kchen-kva.example', 'c@d.example'] },
  })
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

it('a mailer beside the usual port, or on this machine, is where its address says', () => {
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

it('TLS is demanded with a password or beyond this machine, and only then', () => {
  const demanded = (url: string) => {
    const { mail } = readConfig({ MAIL_URL: url, MAIL_TO: 'a@b', MAIL_FROM: 'a@b' })
    return mail.driver === 'smtp' && mail.demandTls
  }
  assert.equal(demanded('smtp://127.0.0.1:25'), false)
  assert.equal(demanded('smtp://[::1]:25'), false)
  assert.equal(demanded('smtp://u:p@127.0.0.1:25'), true)
  assert.equal(demanded('smtp://mail.example'), true)
  assert.equal(demanded('smtp://mail.example/'), true)
})

/** What the refusal says, among other words, of settings that cannot be used. */
const refusals: readonly (readonly [words: string, env: Record<string, string>])[] = [
  ['PORT', { PORT: '80a' }],
  ['PORT must be a whole number from 0 to 65535', { PORT: '99999' }],
  ['RATE_LIMIT', { RATE_LIMIT: '-1' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['sqlite:PATH', { DATABASE_URL: 'sqlite:' }],
  ['DATABASE_URL must be sqlite:PATH', { DATABASE_URL: 'sqlite://x' }],
  ['DATABASE_URL must have no quote after', { DATABASE_URL: "sqlite:'data/projects.db'" }],
  ['DATABASE_URL must have the whole path', { DATABASE_URL: 'sqlite:~/projects.db' }],
  ['DATABASE_URL must have no blank', { DATABASE_URL: 'sqlite: data/projects.db' }],
  ['postgres://USER:PASSWORD@HOST/DATABASE', { DATABASE_URL: 'postgres://u:p@h:port/d' }],
  ['firestore://PROJECT_ID', { DATABASE_URL: 'firestore://my-kitchen/projects' }],
  [
    'FIRESTORE_EMULATOR_HOST',
    { DATABASE_URL: 'firestore://k', FIRESTORE_EMULATOR_HOST: 'http://127.0.0.1:8' },
  ],
  ['MAIL_TO must say who', { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'a@b' }],
  ['MAIL_FROM must say which', { MAIL_URL: 'smtp://mail.example', MAIL_TO: 'a@b' }],
  ['plain addresses', { MAIL_TO: 'a@b\r\nBcc: c@d' }],
  ['plain addresses', { MAIL_TO: 'a@b;c@d' }],
  ['MAIL_FROM must be plain', { MAIL_TO: 'a@b', MAIL_FROM: 'a@a\u05d0b' }],
  ['MAIL_URL', { MAIL_URL: 'carrier-pigeon:home' }],
  ['MAIL_URL must be file:DIRECTORY, as', { MAIL_URL: 'file:' }],
  ['MAIL_URL must be file:DIRECTORY, as', { MAIL_URL: 'file://data/outbox' }],
  ['MAIL_URL must have no quote after', { MAIL_URL: 'file:"my e-mails"' }],
  ['MAIL_URL must have the whole path', { MAIL_URL: 'file:$HOME/outbox' }],
  ['MAIL_URL must have no blank', { MAIL_URL: 'file: data/outbox' }],
  ['%23', { MAIL_URL: 'smtp://me:12#x@127.0.0.1:2525', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  ['%2F', { MAIL_URL: 'smtp://me:1/x@mail.example', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  ['%3F', { MAIL_URL: 'smtps://me:1?x@mail.example', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  ['MAIL_URL has more', { MAIL_URL: 'smtp://mail.example/?pool=true', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  [
    'MAIL_URL has a password but no user',
    { MAIL_URL: 'smtp://:secret@mail.example', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' },
  ],
  ['cannot be read as an address', { MAIL_URL: 'smtp://mail.example:x', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  ['cannot be read as an address', { MAIL_URL: 'emailjs://key@/s/t' }],
  ['write smtps://', { MAIL_URL: 'smtp://me:x@mail.example:465', MAIL_TO: 'a@b', MAIL_FROM: 'a@b' }],
  ['public key is required', { MAIL_URL: 'emailjs://mail.example/s/t' }],
  ['emailjs+http is for this machine', { MAIL_URL: 'emailjs+http://key:secret@mail.example/s/t' }],
  ['service ID is required', { MAIL_URL: 'emailjs://key@mail.example' }],
  ['template ID is required', { MAIL_URL: 'emailjs://key@mail.example/s' }],
  ['or ?form', { MAIL_URL: 'emailjs://key@mail.example/s/t?from' }],
  ['MAIL_URL has more than', { MAIL_URL: 'emailjs://key@mail.example/s/t/u' }],
  ['MAIL_URL has more than', { MAIL_URL: 'emailjs://key@mail.example/s/t#form' }],
  ['SITE_DOMAIN', { SITE_DOMAIN: 'https://kitchens.example/' }],
  ['port and path', { SITE_DOMAIN: 'localhost:3000' }],
  ['PRIVACY_URL', { PRIVACY_URL: 'javascript:alert(1)' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'everybody' }],
  ['networks such as 10.0.0.0/8', { TRUST_PROXY: '10.0.0.0/99' }],
  ['TRUST_PROXY must not be everybody', { TRUST_PROXY: '127.0.0.1, 0.0.0.0/0' }],
  ['TRUST_PROXY must not be everybody', { TRUST_PROXY: '::/00' }],
  ['TRUST_PROXY must be a list', { TRUST_PROXY: '10.0.0.0/8/9' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['METRICS_TOKEN must have at least 16', { METRICS_TOKEN: 'fifteen-letters' }],
  ['16 visible ASCII', { METRICS_TOKEN: 'sixteen characters' }],
  ['ALERT_URL', { ALERT_URL: 'ftp://x' }],
  ['ALERT_URL must have no user and password', { ALERT_URL: 'https://me:secret@chat.example/hook' }],
  ['ALERT_URL must have no user and password', { ALERT_URL: 'https://:secret@chat.example/hook' }],
  ['PRIVACY_URL must have no user and password', { PRIVACY_URL: 'https://me@kitchens.example/privacy' }],
  ['BUSINESS_HOURS', { BUSINESS_HOURS: 'nine to five' }],
  ['TIME_ZONE', { TIME_ZONE: 'Mars/Olympus' }],
  ['such as America/Chicago', { TIME_ZONE: 'EST' }],
  ['In user and password', { DATABASE_URL: 'postgres://guide:a/b@db.example/guide' }],
  ['In user and password', { DATABASE_URL: 'postgres://guide:1/b@db.example/guide' }],
  ['In user and password', { DATABASE_URL: 'postgres://guide:1?b@db.example/guide?sslmode=disable' }],
  ['In user and password', { DATABASE_URL: 'postgres://guide:1/b=c@db.example/guide' }],
  ['In user and password', { DATABASE_URL: 'postgres://guide:a@b/c@db.example/guide' }],
  ['RETENTION_DAYS', { RETENTION_DAYS: 'never' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['BRAND_NAME', { BRAND_NAME: 'a\nb' }],
  ['BRAND_NAME must be one line of at most 100', { BRAND_NAME: 'x'.repeat(101) }],
]

for (const [words, env] of refusals) {
  it(`refused with a sentence that says '${words}': ${JSON.stringify(env)}`, () => {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof OperatorError && error.message.includes(words),
    )
  })
}
