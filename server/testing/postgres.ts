import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { installPackage } from './install-package.ts'
import { endProcess, eventually, freePort, startProcess } from './server-process.ts'

/** Databases for tests. */
export interface TestDatabases {
  /** Creates a database, empty or as a copy of another one, and returns its address. */
  newDatabase(copied?: string): Promise<string>
  close(): Promise<void>
}

export interface TestPostgres extends TestDatabases {
  /** The address of its own database. */
  readonly url: string
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  signal(signal: NodeJS.Signals): void
}

// biome-ignore lint/style/noProcessEnv: set by the test run, not a setting of the product
const { TEST_POSTGRES } = process.env

/** Databases in the PostgreSQL that all files of a test run share, or in a new one if a file runs by itself. */
export async function sharePostgres(): Promise<TestDatabases | string> {
  if (!TEST_POSTGRES) return startPostgres()
  const made: string[] = []
  return {
    async newDatabase(copied) {
      made.push(await createDatabase(TEST_POSTGRES, copied))
      return made.at(-1) ?? ''
    },
    async close() {
      for (const url of made)
        await executeSql(TEST_POSTGRES, `drop database if exists ${nameOf(url)} with (force)`)
    },
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function createDatabase(server: string, copied?: string): Promise<string> {
  const url = new URL(server)
  url.pathname = `guide_${randomUUID().replaceAll('-', '')}`
  await executeSql(
    server,
    `create database ${nameOf(url.href)} ${copied ? `template ${nameOf(copied)}` : ''}`,
  )
  return url.href
}

/**
 * Starts a real PostgreSQL on a free port, or returns the reason why it cannot. The default folder may be in memory, so
 * benchmarks pass one on the disk.
 */
export async function startPostgres(place = fastDirectory()): Promise<TestPostgres | string> {
  // Programs without their user mean that another test is installing the package; this waits for it.
  if (!findPrograms() || !findUser()) installPackage('postgresql')
  const programs = findPrograms()
  if (!programs) return 'PostgreSQL is not installed here and could not be'
  const user = findUser()
  if (!user) return 'PostgreSQL does not run as root, and there is no user postgres'

  const directory = mkdtempSync(join(place, 'kitchen-guide-pg-'))
  chownSync(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const options = { ...user, cwd: directory }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'guide', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const url = `postgres://guide@127.0.0.1:${port}/postgres`
  const settings = ['-D', data, '-p', String(port), '-k', directory, '-c', 'listen_addresses=127.0.0.1']
  // For many test files at once.
  settings.push('-c', 'max_connections=300')
  const launch = () => startProcess(join(programs, 'postgres'), settings, options)

  let server = launch()
  const isUp = () => executeSql(url, 'select 1')
  await eventually(isUp)
  return {
    url,
    newDatabase: (copied) => createDatabase(url, copied),
    stop: (signal = 'SIGINT') => endProcess(server, signal),
    async start() {
      server = launch()
      await eventually(isUp)
    },
    signal: (signal) => void server.kill(signal),
    async close() {
      await endProcess(server, 'SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Runs SQL on a new connection. */
export async function executeSql(url: string, sql: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

function findPrograms(): string | undefined {
  const places = [
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  const found = globSync(places.map((place) => join(place, 'initdb')))
  return found.map((path) => dirname(path)).findLast((place) => existsSync(join(place, 'postgres')))
}

/** A folder in memory if there is room, because databases write a lot. */
export function fastDirectory(): string {
  if (!existsSync('/dev/shm')) return tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1_000_000_000 ? '/dev/shm' : tmpdir()
}

function findUser(): { uid: number; gid: number } | undefined {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid }
  try {
    const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: number('-u'), gid: number('-g') }
  } catch {
    return undefined
  }
}
