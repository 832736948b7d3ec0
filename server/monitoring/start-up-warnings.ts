import { existsSync, statSync } from 'node:fs'
import { type Config, defaults } from '../config/config.ts'
import { isLoopback } from '../lib/addresses.ts'

interface Facts {
  /** True if the pages were built from older sources. */
  readonly isBuildOutdated: () => Promise<boolean>
  readonly hasProjects: () => Promise<boolean>
}

/** Warnings about the setup that do not keep the server from running. */
export async function startUpWarnings(config: Config, facts: Facts): Promise<readonly string[]> {
  const warnings = [
    plainHttp(config),
    localDomain(config),
    plainPostgres(config),
    readableSettings(),
    unusedWebhook(config),
    await outdatedBuild(facts),
    await forgottenFile(config, facts),
  ]
  return warnings.filter((warning) => warning !== null)
}

const plainHttp = ({ host, trustProxy }: Config) =>
  isLoopback(host) || trustProxy.length > 0
    ? null
    : `HOST is ${host}, so other machines connect over plain http, where answers and passwords can be read in transit. Put a proxy with TLS in front, and set TRUST_PROXY.`

/** SITE_DOMAIN implies https and no port, which is rarely true for a local server. */
const localDomain = ({ siteUrl, port }: Config) =>
  siteUrl === 'https://localhost'
    ? `Links in emails start with ${siteUrl}. If you open the site at http://localhost:${port}, set SITE_URL to that and remove SITE_DOMAIN.`
    : null

function plainPostgres({ storage }: Config) {
  if (storage.driver !== 'postgres') return null
  const { hostname, searchParams } = new URL(storage.url)
  const host = searchParams.get('host') ?? hostname
  const isSocket = /^(\/|%2f)/i.test(host)
  if (host === '' || isSocket || isLoopback(host)) return null
  if (searchParams.get('sslmode') || searchParams.get('ssl')) return null
  return `DATABASE_URL has no sslmode, so projects can be read in transit to PostgreSQL on ${host}. Add ?sslmode=verify-full to it, or ?sslmode=disable on a private network.`
}

const OTHERS_MAY_READ = 0o004

const readableSettings = () =>
  (statSync('.env', { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY_READ
    ? 'Every account on this machine can read .env, which may contain passwords. Run chmod 600 .env'
    : null

const unusedWebhook = ({ webhook }: Config) =>
  webhook === null
    ? null
    : 'WEBHOOK_URL is only used by npm run import. Owners add webhooks at the desk. After importing, remove the setting.'

const outdatedBuild = async ({ isBuildOutdated }: Facts) =>
  (await isBuildOutdated())
    ? 'The sources have changed since the pages were built. Run npm run build, and restart.'
    : null

/** After DATABASE_URL is changed, the projects may still be in the default SQLite file. */
async function forgottenFile({ storage }: Config, { hasProjects }: Facts) {
  const file = defaults.DATABASE_URL.replace('sqlite:', '')
  if (storage.driver !== 'postgres' || !existsSync(file) || (await hasProjects())) return null
  return `PostgreSQL has no projects yet, and ${file} exists. To copy its projects, stop every server and run npm run move -- sqlite:${file}`
}
