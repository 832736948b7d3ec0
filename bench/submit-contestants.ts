import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { httpCall } from '../faults/harness/http-call.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { createServer } from '../faults/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { endProcess, freePort, startProcess } from '../server/testing/server-process.ts'
import { type Contestant, emptyStrapi, type Running } from './contestants.ts'
import { LIMIT, OURS } from './names.ts'
import { whyNoStrapi } from './strapi.ts'
import { submissions } from './submissions.ts'

type StoreName = 'SQLite' | 'PostgreSQL'

export interface SubmitContestant {
  readonly who: string
  readonly kind: 'ours' | 'limit' | 'bare' | 'peer'
  readonly store: StoreName
  start(): Promise<Omit<Running, 'pid' | 'startMs'>>
}

interface Place {
  readonly sandbox: Sandbox
  /** The address of an empty store. */
  readonly newStore: () => Promise<string>
}

/** The product on each store with each mailer, between the limits and the peer; and who could not come. */
export async function submitContestants(
  sandbox: Sandbox,
): Promise<{ readonly contestants: readonly SubmitContestant[]; readonly missing: readonly string[] }> {
  const postgres = await startPostgres(tmpdir())
  if (typeof postgres !== 'string') sandbox.defer(() => postgres.close())
  const sink = await startSink(sandbox)
  const onSqlite = { sandbox, newStore: async () => `sqlite:${join(sandbox.directory, randomUUID())}` }
  const whyNot = await whyNoStrapi()
  const peer = whyNot ? [] : [asPeer(emptyStrapi(sandbox))]
  if (typeof postgres === 'string')
    return {
      contestants: [...onStore('SQLite', onSqlite, sink), ...peer],
      missing: missing(whyNot, postgres),
    }
  const onPostgres = { sandbox, newStore: () => postgres.newDatabase() }
  return {
    contestants: [...onStore('SQLite', onSqlite, sink), ...peer, ...onStore('PostgreSQL', onPostgres, sink)],
    missing: missing(whyNot),
  }
}

const missing = (...reasons: readonly (string | null)[]) => reasons.filter((reason) => reason !== null)

const asPeer = (contestant: Contestant): SubmitContestant => ({
  ...contestant,
  who: 'Strapi, SQLite',
  kind: 'peer',
  store: 'SQLite',
})

function onStore(store: StoreName, place: Place, sink: string): readonly SubmitContestant[] {
  const newOutbox = () => join(place.sandbox.directory, `outbox-${randomUUID()}`)
  return [
    { who: `${LIMIT}, ${store}`, kind: 'limit', store, start: () => startBare('http', place) },
    { who: `bare Fastify, ${store}`, kind: 'bare', store, start: () => startBare('fastify', place) },
    {
      who: `bare, with e-mail, ${store}`,
      kind: 'bare',
      store,
      start: () => startBare('http', place, newOutbox()),
    },
    {
      who: `${OURS}, ${store}, files`,
      kind: 'ours',
      store,
      start: () => startOurs(place, `file:${newOutbox()}`),
    },
    { who: `${OURS}, ${store}, SMTP`, kind: 'ours', store, start: () => startOurs(place, sink) },
  ]
}

async function startOurs({ sandbox, newStore }: Place, mailUrl: string) {
  const settings = { DATABASE_URL: await newStore(), MAIL_URL: mailUrl, LOG_LEVEL: 'warn' }
  const server = await createServer(sandbox, { env: settings })
  await server.start()
  return { origin: server.origin, request: submissions(), stop: () => server.end('SIGKILL') }
}

async function startBare(framework: 'http' | 'fastify', { sandbox, newStore }: Place, outbox?: string) {
  const args = [framework, await newStore()]
  const port = await freePort()
  const server = await startProgram(sandbox, 'limit-server.ts', [
    ...args,
    String(port),
    ...(outbox ? [outbox] : []),
  ])
  const origin = `http://127.0.0.1:${port}`
  while ((await httpCall(`${origin}/healthz`, { keepAlive: false })).status !== 200) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('The bare server ended')
    await pause(15)
  }
  return { origin, request: submissions(), stop: () => endProcess(server, 'SIGKILL') }
}

/** Tells the MAIL_URL of an SMTP server that keeps nothing. */
async function startSink(sandbox: Sandbox): Promise<string> {
  const port = await freePort()
  await startProgram(sandbox, 'null-smtp.ts', [String(port)])
  return `smtp://127.0.0.1:${port}`
}

async function startProgram(sandbox: Sandbox, file: string, args: readonly string[]) {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const child = startProcess(process.execPath, [program, ...args], { stdio: 'inherit' })
  sandbox.defer(() => endProcess(child, 'SIGKILL'))
  return child
}
