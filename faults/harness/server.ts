import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readEmail } from '../../server/testing/read-email.ts'
import { endProcess, freePort, startProcess } from '../../server/testing/server-process.ts'
import { httpCall } from './http-call.ts'
import type { Email } from './oracle.ts'
import type { Sandbox } from './sandbox.ts'

type Settings = Readonly<Record<string, string>>

/** A server process that can be killed and started again on the same port. */
export interface Server {
  readonly origin: string
  readonly port: number
  readonly env: Settings
  /** The SQLite file, if that is its store. */
  readonly database: string
  /** Every email that arrived. */
  readonly emails: () => Promise<readonly Email[]>
  pid(): number
  isRunning(): boolean
  /** Returns how many milliseconds it took to respond. */
  start(): Promise<number>
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Resolves when the process has ended for any reason. */
  ended(): Promise<void>
  log(): Promise<string>
}

/** A mail server or service that the server under test sends to. */
export interface MailSink {
  readonly env: Settings
  readonly received: readonly Email[]
}

interface ServerOptions {
  /** Environment variables. By default projects and emails are files in the sandbox. */
  readonly env?: Settings
  readonly mail?: MailSink
  readonly entry?: string
  /** Options for Node. */
  readonly flags?: readonly string[]
  readonly name?: string
  readonly logPath?: string
}

/** The server with a one-line page, and the complete product. */
const SERVER = fileURLToPath(new URL('../../server/testing/test-server.ts', import.meta.url))
export const PRODUCT = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

const START_TIMEOUT_MS = 60_000

/** Prepares a server in the sandbox, without starting it. */
export async function createServer(sandbox: Sandbox, options: ServerOptions = {}): Promise<Server> {
  const { mail, entry = SERVER, flags = [], name = 'server' } = options
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const logPath = options.logPath ?? join(sandbox.directory, `${name}.log`)
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(sandbox.directory, 'data/projects.db')}`,
    MAIL_URL: `file:${join(sandbox.directory, 'data/outbox')}`,
    MAIL_TO: 'owner@kitchens.example',
    MAIL_FROM: 'guide@kitchens.example',
    RATE_LIMIT: '0',
    PROJECTS_PER_HOUR: '0',
    // Browsers walk through a visit faster than people.
    MIN_VISIT_SECONDS: '0',
    ...mail?.env,
    ...options.env,
  }
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  const server: Server = {
    origin,
    port,
    env,
    database: env.DATABASE_URL.slice('sqlite:'.length),
    emails: async () => mail?.received ?? emailsIn(env.MAIL_URL.slice('file:'.length)),
    pid: () => child?.pid ?? 0,
    isRunning,
    async start() {
      const started = performance.now()
      const log = openSync(logPath, 'a')
      child = startProcess(process.execPath, [...flags, entry], {
        cwd: sandbox.directory,
        env,
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      while (performance.now() - started < START_TIMEOUT_MS) {
        if (!isRunning()) throw new Error(`The server ended: ${(await server.log()).slice(-300)}`)
        const { status } = await httpCall(`${origin}/healthz`, { keepAlive: false, timeoutMs: 5000 })
        if (status === 200) return performance.now() - started
        await pause(15)
      }
      throw new Error('The server did not start')
    },
    async end(signal) {
      if (child) await endProcess(child, signal)
      return child?.exitCode ?? null
    },
    async ended() {
      const running = child
      if (running && isRunning()) await new Promise((resolve) => running.once('exit', resolve))
    },
    log: () => readFile(logPath, 'utf8').catch(() => ''),
  }
  sandbox.defer(() => server.end('SIGKILL'))
  return server
}

export async function startServer(sandbox: Sandbox, options: ServerOptions = {}): Promise<Server> {
  const server = await createServer(sandbox, options)
  await server.start()
  return server
}

/** The resident memory that the server reports, in bytes. */
export async function memoryOf({ origin, env }: Server): Promise<number> {
  const headers = { authorization: `Bearer ${env.METRICS_TOKEN ?? ''}` }
  const { body } = await httpCall(`${origin}/metrics`, { headers })
  return Number(/resident_memory_bytes (\d+)/.exec(body)?.[1] ?? 0)
}

/** Reads emails that were delivered as files. */
export async function emailsIn(directory: string): Promise<readonly Email[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map(async (name) => parseEmail(await readFile(join(directory, name), 'utf8'))))
}

/** Finds the project and revision of an email. */
export function parseEmail(message: string): Email {
  const { headers, text } = readEmail(message)
  const messageId = headers.get('message-id') ?? ''
  return {
    projectId: /\nProject ([\w-]{22})(?:,|\n|$)/.exec(text.replaceAll('\r', ''))?.[1] ?? '',
    messageId,
    revision: Number(/-r(\d+)@/.exec(messageId)?.[1] ?? 0),
  }
}
