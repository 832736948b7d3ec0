import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpCall } from '../faults/harness/http-call.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { createServer, PRODUCT } from '../faults/harness/server.ts'
import { defaults } from '../server/config/config.ts'
import { startProcess } from '../server/testing/server-process.ts'
import type { LoadRequest } from './load.ts'
import { OURS } from './names.ts'
import { CREATE_PATH, type Strapi, startStrapi } from './strapi.ts'
import { bodies, submissions } from './submissions.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** One whose start, and whose memory, is measured. */
export interface Contestant {
  readonly who: string
  start(): Promise<Running>
}

export interface Running {
  readonly origin: string
  readonly pid: number
  readonly startMs: number
  /** What stores another project; 201 is a success. */
  readonly request: () => LoadRequest
  stop(): Promise<unknown>
}

/** The product as its server's process alone. */
export async function productAlone(sandbox: Sandbox): Promise<Contestant> {
  const server = await createServer(sandbox, { env: { LOG_LEVEL: 'warn' }, entry: PRODUCT })
  const start = async () => {
    const startMs = await server.start()
    const stop = () => server.end('SIGTERM')
    return { origin: server.origin, pid: server.pid(), startMs, request: submissions(), stop }
  }
  return { who: `${OURS}, its server alone`, start }
}

/** The product as the README says to start it: npm, a look whether the build is new, then the server. */
export async function productByNpm(sandbox: Sandbox): Promise<Contestant> {
  // A developer's .env is in that directory, and fills in what is not set.
  const blank = Object.fromEntries(Object.keys(defaults).map((name) => [name, '']))
  const { origin, env } = await createServer(sandbox, { env: { LOG_LEVEL: 'warn' } })
  const start = async () => {
    const began = performance.now()
    // A group of its own: npm does not always pass on that it is to end.
    const child = startProcess('npm', ['start'], { cwd: ROOT, env: { ...blank, ...env }, detached: true })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const pid = child.pid ?? 0
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      process.kill(-pid, 'SIGTERM')
      await ended
    }
    sandbox.defer(stop)
    while ((await httpCall(`${origin}/healthz`, { keepAlive: false })).status !== 200) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('npm start ended')
      await pause(15)
    }
    const startMs = performance.now() - began
    return { origin, pid, startMs, request: submissions(), stop }
  }
  return { who: `${OURS}, npm start`, start }
}

/** It starts once before it is measured, since the first time it makes its tables. */
export async function strapi(sandbox: Sandbox): Promise<Contestant> {
  const directory = join(sandbox.directory, 'strapi')
  const start = async () => asRunning(await startStrapi(sandbox, directory))
  await (await start()).stop()
  return { who: 'Strapi', start }
}

/** With an empty store each time. */
export const emptyStrapi = (sandbox: Sandbox): Contestant => ({
  who: 'Strapi',
  start: async () => asRunning(await startStrapi(sandbox, join(sandbox.directory, randomUUID()))),
})

function asRunning(running: Strapi): Running {
  const texts = bodies.map(running.body)
  let made = 0
  const request = () => ({ method: 'POST', path: CREATE_PATH, body: texts[made++ % texts.length] ?? '' })
  return { ...running, origin: running.url, request }
}
