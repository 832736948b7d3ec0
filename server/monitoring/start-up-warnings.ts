import { existsSync, statSync } from 'node:fs'
import { type Config, defaults } from '../config/config.ts'
import { isLoopback } from '../lib/addresses.ts'

interface Facts {
  /** True when the pages were built from older sources. */
  readonly isBuildOutdated: () => Promise<boolean>
  readonly hasProjects: () => Promise<boolean>
}

/** What the operator should know about this setup, although the server runs. */
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
    : `HOST is ${host}, so other machines connect over plain http, where answers and passwords can be read on the way. Put a proxy with TLS in front, and set TRUST_PROXY.`

/** SITE_DOMAIN means https and no port, which is rarely so on this machine. */
const localDomain = ({ siteUrl, port }: Config) =>
  siteUrl === 'https://localhost'
    ? `Links in e-mails start with ${siteUrl}. If you open the site at http://localhost:${port}, set SITE_URL to that and remove SITE_DOMAIN.`
    : null

function plainPostgres({ storage }: Config) {
  if (storage.driver !== 'postgres') return null
  const { hostname, searchParams } = new URL(storage.url)
  const host = searchParams.get('host') ?? hostname
  const isSocket = /^(\/|%2f)/i.test(host)
  if (host === '' || isSocket || isLoopback(host)) return null
  if (searchParams.get('sslmode') || searchParams.get('ssl')) return null
  return `DATABASE_URL has no sslmode, so projects can be read on the way to PostgreSQL on ${host}. Add ?sslmode=verify-full to it, or ?sslmode=disable on a private network.`
}

const OTHERS_MAY_READ = 0o004

const readableSettings = () =>
  (statSync('.env', { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY_READ
    ? 'Every account of this machine can read .env, which may hold passwords: chmod 600 .env'
    : null

const unusedWebhook = ({ webhook }: Config) =>
  webhook === null
    ? null
    : 'WEBHOOK_URL is no longer used: an owner adds webhooks at the desk. npm run import takes it over from Firestore. Remove it then.'

const outdatedBuild = async ({ isBuildOutdated }: Facts) =>
  (await isBuildOutdated())
    ? 'The pages were built before the last change of the sources. Run npm run build, and restart.'
    : null

/** After a change of DATABASE_URL the projects stay behind in the default SQLite file. */
async function forgottenFile({ storage }: Config, { hasProjects }: Facts) {
  const file = defaults.DATABASE_URL.replace('sqlite:', '')
  if (storage.driver !== 'postgres' || !existsSync(file) || (await hasProjects())) return null
  return `PostgreSQL has no projects yet, and ${file} exists. To copy its projects, stop every server and run npm run move -- sqlite:${file}`
}
