import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { startServer } from '../faults/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { endProcess, freePort, startProcess } from '../server/testing/server-process.ts'
import type { LoadRequest } from './load.ts'
import { OURS } from './part.ts'
import { CREATE_PATH, installStrapi, startStrapi } from './strapi.ts'
import { bodies, submissions } from './submissions.ts'

/** A server that stores projects. */
export interface Candidate {
  readonly name: string
  readonly isPeer: boolean
  /** Starts it on an empty database. */
  start(): Promise<Running>
}

interface Running {
  readonly origin: string
  readonly request: () => LoadRequest
  stop(): Promise<unknown>
}

const NULL_SMTP = fileURLToPath(new URL('null-smtp.ts', import.meta.url))

/** The product with each database and each mailer, and Strapi. Also returns what is not available on this machine. */
export async function submitCandidates(sandbox: Sandbox) {
  const { directory } = sandbox
  const postgres = await startPostgres(tmpdir())
  const whyNoStrapi = await installStrapi()
  const missing = [whyNoStrapi, typeof postgres === 'string' ? postgres : null].filter((why) => why !== null)
  const databases = [{ name: 'SQLite', newUrl: async () => `sqlite:${join(directory, randomUUID())}` }]
  if (typeof postgres !== 'string') {
    sandbox.defer(() => postgres.close())
    databases.push({ name: 'PostgreSQL', newUrl: () => postgres.newDatabase() })
  }
  const port = await freePort()
  const smtp = startProcess(process.execPath, [NULL_SMTP, String(port)], { stdio: 'inherit' })
  sandbox.defer(() => endProcess(smtp, 'SIGKILL'))
  const mailers = [
    { name: 'files', newUrl: () => `file:${join(directory, randomUUID())}` },
    { name: 'SMTP', newUrl: () => `smtp://127.0.0.1:${port}` },
  ]
  const ours = databases.flatMap((database) =>
    mailers.map((mailer) => ({
      name: `${OURS}, ${database.name}, ${mailer.name}`,
      isPeer: false,
      async start() {
        const env = { DATABASE_URL: await database.newUrl(), MAIL_URL: mailer.newUrl(), LOG_LEVEL: 'warn' }
        const server = await startServer(sandbox, { env })
        return { origin: server.origin, request: submissions(), stop: () => server.end('SIGKILL') }
      },
    })),
  )
  const strapi = {
    name: 'Strapi, SQLite',
    isPeer: true,
    start: async () => ({ ...(await startStrapi(sandbox)), request: strapiRequests() }),
  }
  const candidates: readonly Candidate[] = whyNoStrapi ? ours : [...ours, strapi]
  return { candidates, missing }
}

function strapiRequests(): () => LoadRequest {
  const texts = bodies.map((answers) => JSON.stringify({ data: answers }))
  let made = 0
  return () => ({ method: 'POST', path: CREATE_PATH, body: texts[made++ % texts.length] ?? '' })
}
