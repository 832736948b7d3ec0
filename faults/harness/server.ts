import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, freePort, startProcess } from '../../server/testing/server-process.ts'
import { call } from './http-call.ts'
import type { Stage } from './stage.ts'

const LONGEST_START_MS = 60_000

/** The server without a built page, and the whole product. */
const SERVER = fileURLToPath(new URL('../../server/testing/test-server.ts', import.meta.url))
export const PRODUCT = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** A running server that can be killed and started again on the same port. */
export interface Guide {
  readonly origin: string
  readonly env: Readonly<Record<string, string>>
  pid(): number
  isRunning(): boolean
  /** Resolves with how many milliseconds it took until it answered. */
  start(): Promise<number>
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Resolves once the process is gone, whoever ended it. */
  ended(): Promise<void>
  logged(): Promise<string>
}

export interface GuideOptions {
  readonly entry?: string
  /** Given to Node before the program. */
  readonly flags?: readonly string[]
  readonly name?: string
  /** Where it writes its log; a file of its name otherwise. */
  readonly logPath?: string
  /** A command that becomes the server: what follows it is run in its place. */
  readonly under?: readonly string[]
}

/** `settings` are variables of its environment; files are kept in the stage's directory. */
export async function createGuide(
  stage: Stage,
  settings: Readonly<Record<string, string>> = {},
  { entry = SERVER, flags = [], name = 'guide', under = [], ...options }: GuideOptions = {},
): Promise<Guide> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const logPath = options.logPath ?? join(stage.directory, `${name}.log`)
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(stage.directory, 'data/projects.db')}`,
    MAIL_URL: `file:${join(stage.directory, 'data/outbox')}`,
    MAIL_TO: 'owner@kitchens.example',
    MAIL_FROM: 'guide@kitchens.example',
    RATE_LIMIT: '0',
    ...settings,
  }
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  const guide: Guide = {
    origin,
    env,
    pid: () => child?.pid ?? 0,
    isRunning,
    async start() {
      const started = performance.now()
      const log = openSync(logPath, 'a')
      const [command = '', ...args] = [...under, process.execPath, ...flags, entry]
      child = startProcess(command, args, {
        cwd: stage.directory,
        env,
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      while (performance.now() - started < LONGEST_START_MS) {
        if (!isRunning()) throw new Error(`The server ended: ${(await guide.logged()).slice(-300)}`)
        const { status } = await call(`${origin}/healthz`, { keep: false, timeoutMs: 5000 })
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
    logged: () => readFile(logPath, 'utf8').catch(() => ''),
  }
  stage.after(() => guide.end('SIGKILL'))
  return guide
}

/** The bytes that it holds in memory, as it tells itself. */
export async function memoryOf({ origin }: Guide): Promise<number> {
  const { body } = await call(`${origin}/metrics`)
  return Number(/resident_memory_bytes (\d+)/.exec(body)?.[1] ?? 0)
}
