import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { createServer } from '../faults/harness/server.ts'
import { fill } from './fill.ts'
import { type Loaded, load } from './load.ts'
import { processorMsOf } from './processor-of.ts'
import { submissions } from './submissions.ts'

export const CONNECTIONS = 16
export const AT_A_TIME = 250

/** A store that holds so many projects. */
export interface GrownStore {
  /** Such as 'SQLite, 1,000'. */
  readonly label: string
  readonly url: string
  readonly fillSeconds: number
  /** Null for a database that is more than a file. */
  readonly bytesPerProject: number | null
}

/** `postgresUrl` is an empty database; without one it is a file. */
export async function growStore(
  sandbox: Sandbox,
  projects: number,
  postgresUrl?: string,
): Promise<GrownStore> {
  const path = join(sandbox.directory, `${projects}.db`)
  const url = postgresUrl ?? `sqlite:${path}`
  const began = performance.now()
  await fill(url, projects)
  return {
    label: `${postgresUrl ? 'PostgreSQL' : 'SQLite'}, ${projects.toLocaleString('en')}`,
    url,
    fillSeconds: (performance.now() - began) / 1000,
    bytesPerProject: postgresUrl ? null : (await stat(path)).size / projects,
  }
}

interface Submitted extends Loaded {
  /** Of the server, for each submission: what a busy machine says most reliably. */
  readonly processorMs: number
}

/** The product on such a store. Make it when all are filled: the port it will have is free until then only. */
export interface GrownGuide {
  /** Resolves with how many milliseconds it took until it answered. */
  restart(): Promise<number>
  submitSome(): Promise<Submitted>
  end(): Promise<unknown>
}

export async function guideOn({ url, label }: GrownStore, sandbox: Sandbox): Promise<GrownGuide> {
  const MAIL_URL = `file:${join(sandbox.directory, `outbox of ${label}`)}`
  const server = await createServer(sandbox, {
    env: { DATABASE_URL: url, MAIL_URL, LOG_LEVEL: 'warn' },
    name: label,
  })
  const request = submissions()
  const end = () => server.end('SIGTERM')
  return {
    async restart() {
      await end()
      return server.start()
    },
    async submitSome() {
      const { origin } = server
      const until = { count: AT_A_TIME }
      const before = await processorMsOf(server.pid())
      const loaded = await load({ origin, connections: CONNECTIONS, until, request, status: 201 })
      if (loaded.errors > 0) throw new Error(`${loaded.errors} submissions failed: ${loaded.firstError}`)
      return { ...loaded, processorMs: ((await processorMsOf(server.pid())) - before) / AT_A_TIME }
    },
    end,
  }
}
