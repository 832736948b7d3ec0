import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpCall } from '../faults/harness/http-call.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { endProcess, freePort, startProcess } from '../server/testing/server-process.ts'
import { installPeer } from './install-peer.ts'

const PEER = fileURLToPath(new URL('peers/strapi/', import.meta.url))
const PROGRAM = join(PEER, 'node_modules/@strapi/strapi/bin/strapi.js')
const START_TIMEOUT_MS = 120_000

export const CREATE_PATH = '/api/projects'

/** Installs Strapi if needed. Returns the reason if that fails, or null. */
export async function installStrapi(): Promise<string | null> {
  // `npm ci` fails if the registry lacks packages of other systems.
  const why = await installPeer(PEER, ['install', '--no-save', '--ignore-scripts', '--no-audit'])
  return why && `Strapi could not be installed: ${why}`
}

/** Starts Strapi in production mode on a new SQLite database, with its own settings. */
export async function startStrapi(sandbox: Sandbox) {
  const directory = join(sandbox.directory, randomUUID())
  const files = join(directory, 'public')
  await mkdir(join(files, 'uploads'), { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`

  const started = performance.now()
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
  while ((await httpCall(`${origin}/_health`, { keepAlive: false })).status !== 204) {
    if (child.exitCode !== null || performance.now() - started > START_TIMEOUT_MS) {
      await stop()
      throw new Error('Strapi did not start')
    }
    await pause(15)
  }
  return { origin, stop }
}
