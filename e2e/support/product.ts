import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Person, Role } from '../../desk/api.ts'
import { type Answers, answersFrom } from '../../questionnaire/answers.ts'
import { readConfig } from '../../server/config/config.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { createPeople, type People } from '../../server/staff/people.ts'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { type ReadEmail, readEmail } from '../../server/testing/read-email.ts'
import { endProcess, startProcess } from '../../server/testing/server-process.ts'

const SERVER = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const SAMPLE = fileURLToPath(new URL('../../server/cli/sample.ts', import.meta.url))
const MAX_START_MS = 45_000

interface StoredProject {
  readonly id: string
  readonly createdAt: string
  readonly answers: Answers
}

/** The real product in its own process and directory. */
export interface Product {
  readonly url: string
  /** The projects with this id, read from its database. */
  projects(id: string): readonly StoredProject[]
  /** The emails about a project, oldest revision first. */
  emails(id: string): Promise<readonly ReadEmail[]>
  /** The emails to a member of staff or a homeowner. */
  emailsTo(address: string): Promise<readonly ReadEmail[]>
  /** The warnings and errors that the server has logged since the last call. */
  warnings(): readonly string[]
  /** Runs the operator's command `sample`. */
  sample(arg: string): Promise<unknown>
  /** Does the same as `desk add` without starting a process, and returns the token of the one-time link. */
  addToDesk(person: Person & { readonly role: Role }): Promise<string>
  /** Returns the token of a link that the server would email. */
  linkForForgotten(email: string): Promise<string | null>
  changeRole(email: string, role: Role): Promise<void>
  /** Makes every open session look as if its person had signed in long ago. */
  ageSessions(): void
  /** Makes every email fail until `repairMail`, and deletes those that were sent. */
  breakMail(): Promise<void>
  repairMail(): Promise<void>
  stop(): Promise<void>
}

/** Starts the built product on a free port; `settings` are variables of its environment. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-'))
  const database = join(directory, 'projects.db')
  const outbox = join(directory, 'outbox')
  // Its own directory, so that no .env of the developer is read.
  const place = {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `sqlite:${database}`,
      MAIL_URL: `file:${outbox}`,
      RATE_LIMIT: '0',
      // Tests submit faster than people, and more.
      PROJECTS_PER_HOUR: '0',
      MIN_VISIT_SECONDS: '0',
      // The tests' receivers are on this machine.
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...settings,
    },
  }
  const server = startProcess(process.execPath, [SERVER], { ...place, stdio: ['ignore', 'pipe', 'pipe'] })

  const warnings: string[] = []
  const collect = (chunk: Buffer) => {
    warnings.push(...chunk.toString().split('\n').filter(isWarning))
  }
  server.stdout?.on('data', collect)
  server.stderr?.on('data', collect)

  async function withPeople<T>(work: (people: People) => Promise<T>): Promise<T> {
    const db = await openDatabase(readConfig(place.env).storage)
    try {
      return await work(createPeople(db))
    } finally {
      await db.close()
    }
  }

  async function allEmails() {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(async (name) => readEmail(await readFile(join(outbox, name), 'utf8'))))
  }

  return {
    url: await addressOf(server),
    warnings: () => warnings.splice(0),
    projects: (id) => storedUnder(id, database),
    emails: async (id) => (await allEmails()).filter(({ text }) => text.includes(id)),
    emailsTo: async (address) => (await allEmails()).filter(({ headers }) => headers.get('to') === address),
    sample: (arg) => promisify(execFile)(process.execPath, [SAMPLE, arg], place),
    async addToDesk(person) {
      const token = await withPeople((people) => people.add(person))
      if (!token) throw new Error(`Not added: ${person.email}`)
      return token
    },
    linkForForgotten: (email) => withPeople((people) => people.linkForForgotten(email, '127.0.0.1')),
    async changeRole(email, role) {
      const changed = await withPeople((people) => people.changeRole(email, role, 'operator'))
      if (changed !== 'done') throw new Error(`Not changed: ${changed}`)
    },
    ageSessions() {
      using db = new DatabaseSync(database, { timeout: 5000 })
      db.exec(`update desk_sessions set confirmed_at = ''`)
    },
    async breakMail() {
      await rm(outbox, { recursive: true, force: true })
      await writeFile(outbox, 'A file instead of the directory.')
    },
    repairMail: () => rm(outbox),
    async stop() {
      await endProcess(server, 'SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A log entry of level warn, error or fatal. */
const isWarning = (line: string) => /"level":[456]0/.test(line)

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`The server did not start. Its output:\n${output}`))
    const late = setTimeout(fail, MAX_START_MS)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const address = output.match(/Open (http:\/\/[\d.:]+)/)?.[1]
      if (!address) return
      clearTimeout(late)
      resolve(address)
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('exit', fail)
  })
}

function storedUnder(id: string, path: string): readonly StoredProject[] {
  using db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare('select * from projects where id = ?').all(id)
  return rows.map((row) => ({
    id: String(row.id),
    createdAt: String(row.createdAt),
    answers: answersFrom((name) => String(row[name])),
  }))
}
