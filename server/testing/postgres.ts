import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { installPackage } from './install-package.ts'
import { endProcess, eventually, freePort, startProcess } from './server-process.ts'

export interface TestPostgres {
  /** The address of a database of its own, empty. */
  newDatabase(): Promise<string>
  readonly programs: string
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  signal(signal: NodeJS.Signals): void
  close(): Promise<void>
}

/** A real PostgreSQL on a free port, or in words why there is none. Whoever measures commits gives it a place beside SQLite's, since this one may be in memory. */
export async function startPostgres(place = quickDirectory()): Promise<TestPostgres | string> {
  // Programs without their user are being installed just now, for other tests: asking too waits for that.
  if (!findPrograms() || !asWhom()) installPackage('postgresql')
  const programs = findPrograms()
  if (!programs) return 'PostgreSQL is not installed here and could not be'
  const user = asWhom()
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
  const address = (database: string) => `postgres://guide@127.0.0.1:${port}/${database}`
  const settings = ['-D', data, '-p', String(port), '-k', directory, '-c', 'listen_addresses=127.0.0.1']
  const launch = () => startProcess(join(programs, 'postgres'), settings, options)

  let server = launch()
  const isUp = () => asked(address('postgres'), 'select 1')
  await eventually(isUp)
  return {
    programs,
    async newDatabase() {
      const name = `guide_${randomUUID().replaceAll('-', '')}`
      await asked(address('postgres'), `create database ${name}`)
      return address(name)
    },
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

/** Runs one statement on a connection of its own. */
export async function asked(url: string, sql: string): Promise<boolean> {
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

/** Stopping and starting write much; in memory that takes no time, where there is enough of it. */
function quickDirectory(): string {
  if (!existsSync('/dev/shm')) return tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1_000_000_000 ? '/dev/shm' : tmpdir()
}

function asWhom(): { uid: number; gid: number } | undefined {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid }
  try {
    const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: number('-u'), gid: number('-g') }
  } catch {
    return undefined
  }
}
