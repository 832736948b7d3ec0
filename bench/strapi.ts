import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpCall } from '../faults/harness/http-call.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import type { Answers } from '../questionnaire/answers.ts'
import { endProcess, freePort, startProcess } from '../server/testing/server-process.ts'
import { whyNotInstalled } from './install-peer.ts'

const PEER = fileURLToPath(new URL('peers/strapi/', import.meta.url))
const PROGRAM = join(PEER, 'node_modules/@strapi/strapi/bin/strapi.js')
const LONGEST_START_MS = 120_000

export interface Strapi {
  readonly url: string
  readonly pid: number
  /** From the start of its process until it says that it is well. */
  readonly startMs: number
  /** What stores the answers when it is POSTed to `CREATE_PATH`; 201 is a success. */
  body(answers: Answers): string
  stop(): Promise<void>
}

export const CREATE_PATH = '/api/projects'

/** Installs it where it is not yet; in words why that cannot be done, or null. */
export async function whyNoStrapi(): Promise<string | null> {
  // Not `npm ci`: a registry may lack the packages of other systems, which it would miss in the lock file.
  const why = await whyNotInstalled(PEER, ['install', '--no-save', '--ignore-scripts', '--no-audit'])
  return why && `Strapi could not be installed: ${why}`
}

/**
 * Strapi in production, on SQLite as it sets that up itself. It makes its tables in `directory` when it
 * starts there for the first time, which takes longer.
 */
export async function startStrapi(sandbox: Sandbox, directory: string): Promise<Strapi> {
  const files = join(directory, 'public')
  await mkdir(join(files, 'uploads'), { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`

  const began = performance.now()
  const child = startProcess(process.execPath, [PROGRAM, 'start'], {
    cwd: PEER,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_FILENAME: join(directory, 'projects.db'),
      PUBLIC_DIRECTORY: files,
    },
  })
  const stop = () => endProcess(child, 'SIGKILL')
  sandbox.defer(stop)
  while ((await httpCall(`${url}/_health`, { keepAlive: false })).status !== 204) {
    if (child.exitCode !== null || performance.now() - began > LONGEST_START_MS) {
      await stop()
      throw new Error('Strapi did not start')
    }
    await pause(15)
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    body: (answers) => JSON.stringify({ data: answers }),
    stop,
  }
}
