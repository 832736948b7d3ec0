import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { readConfig } from '../config/config.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { startUpWarnings } from './start-up-warnings.ts'

const usual = { isBuildOutdated: async () => false, hasProjects: async () => true }

const warnings = (env: Record<string, string>, facts = usual) => startUpWarnings(readConfig(env), facts)

it('the default setup has no warnings', async () => {
  assert.deepEqual(await warnings({}), [])
})

it('plain http to other machines is warned about unless there is a proxy', async () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'kitchens.example']) {
    assert.match((await warnings({ HOST })).join(), /plain http/, HOST)
    assert.deepEqual(await warnings({ HOST, TRUST_PROXY: '10.0.0.0/8' }), [], HOST)
  }
  for (const HOST of ['127.1.2.3', '::ffff:127.0.0.1', '::1', 'localhost'])
    assert.deepEqual(await warnings({ HOST }), [], HOST)
})

it('SITE_DOMAIN=localhost, whose links lead nowhere, is warned about', async () => {
  const [warning] = await warnings({ SITE_DOMAIN: 'localhost', PORT: '8080' })
  assert.match(warning ?? '', /http:\/\/localhost:8080, set SITE_URL/)
  assert.deepEqual(await warnings({ SITE_URL: 'http://localhost:8080' }), [])
})

it('PostgreSQL on another machine without sslmode is warned about, without its password', async () => {
  for (const address of ['u:secret@database:5433/d', 'u:secret@[2001:db8::1]/d', '/d?host=192.0.2.1']) {
    const [warning = ''] = await warnings({ DATABASE_URL: `postgres://${address}` })
    assert.match(warning, /sslmode=verify-full/, address)
    assert.doesNotMatch(warning, /secret/)
  }
  for (const address of [
    'u:secret@database/d?sslmode=verify-full',
    'u:secret@database/d?a=b&sslmode=disable',
    'u:secret@localhost/d',
    'u:secret@%2Frun%2Fpostgresql/d',
    '/d?host=/run/postgresql',
  ])
    assert.deepEqual(await warnings({ DATABASE_URL: `postgres://${address}` }), [], address)
})

it('an outdated build, and a webhook in the settings, are warned about', async () => {
  assert.match((await warnings({}, { ...usual, isBuildOutdated: async () => true })).join(), /npm run build/)
  const env = { WEBHOOK_URL: 'https://crm.example/hook', WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` }
  assert.match((await warnings(env)).join(), /WEBHOOK_URL is only used by npm run import\. .* at the desk\./)
})

it('an empty PostgreSQL beside a SQLite file is warned about', async (t) => {
  process.chdir(await temporaryDirectory(t))
  const empty = { ...usual, hasProjects: async () => false }
  const env = { DATABASE_URL: 'postgres://u@localhost/d' }
  assert.deepEqual(await warnings(env, empty), [])
  await mkdir('data')
  await writeFile('data/projects.db', '')
  assert.match((await warnings(env, empty)).join(), /npm run move -- sqlite:data\/projects\.db$/)
  assert.deepEqual(await warnings(env), [])
})

it('a .env that every account can read is warned about', async (t) => {
  process.chdir(await temporaryDirectory(t))
  await writeFile('.env', '')
  await chmod('.env', 0o644)
  assert.match((await warnings({})).join(), /chmod 600 \.env/)
  await chmod('.env', 0o600)
  assert.deepEqual(await warnings({}), [])
})
