import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Link, TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { exportProjects, withDatabase } from '../harness/database.ts'
import { startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Fault } from '../harness/fault.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { createServer, type MailSink, type Server } from '../harness/server.ts'
import { newProxiedDatabase } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { checkStrace, type Injection, inject } from '../harness/strace.ts'
import { newId } from '../harness/visitors.ts'

/** The moments of a submission at which the server is killed, in order. */
const points = [
  'after parsing',
  'before commit',
  'after commit',
  'after the provider accepted',
  'after marking sent',
] as const
type Point = (typeof points)[number]

const stores = ['SQLite', 'PostgreSQL'] as const
const mailKinds = ['files', 'SMTP', 'EmailJS'] as const
type MailKind = (typeof mailKinds)[number]

/** After a commit, PostgreSQL frees the lease of a killed server only after a minute: too long for the short run. */
const SHORT = new Set(['SQLite files after commit', 'PostgreSQL SMTP before commit'])
/** strace needs time to kill the server on a busy machine. */
const KILL_TIMEOUT_MS = 15_000

/** kill -9 at each point, for each store and each way to send email. */
export const killAtPoints: readonly Fault[] = stores.flatMap((store) =>
  mailKinds.flatMap((mailKind) =>
    points.map((point) => ({
      rows: mailKind === 'files' ? 'F02 F46' : 'F02',
      name: `kill -9 ${point}, ${store} and ${mailKind}`,
      needs: checkStrace,
      short: SHORT.has(`${store} ${mailKind} ${point}`),
      async run(trial) {
        const { visitors, failures } = trial
        const mail = await startMail(trial, mailKind)
        const postgres = store === 'PostgreSQL' ? await newProxiedDatabase(trial) : null
        const server = await createServer(trial, {
          ...(mail && { mail: mail.sink }),
          ...(postgres && { env: { DATABASE_URL: postgres.url } }),
        })
        const runs = trial.count(50, 1)
        const ids: string[] = []
        for (let run = 0; run < runs; run++) {
          await server.start()
          // The first submission creates files and connections, whose system calls must not count.
          await visitors.submitUntilSaved(() => server.origin, newId())
          const id = newId()
          ids.push(id)
          const disarm = await arm({ sandbox: trial, server, mail, proxy: postgres?.proxy, point, id })
          const { outcome } = await visitors.submit(server.origin, id)
          await Promise.race([server.ended(), pause(KILL_TIMEOUT_MS)])
          if (server.isRunning()) failures.push('the server was not killed')
          if (outcome === 'success') failures.push('a killed server reported a success')
          disarm()
          await server.end('SIGKILL')
        }
        failures.push(...(await wrongRecords(point, ids, server)))
        await server.start()
        // All at the end, because leases of a killed server have to expire on PostgreSQL.
        await Promise.all(ids.map((id) => visitors.submitUntilSaved(() => server.origin, id)))
        const mayCopy = mailKind !== 'files' && point === 'after the provider accepted'
        return trial.verify(server, { runs, mayCopy })
      },
    })),
  ),
)

/** Before any visitor retries, exactly the committed projects are in the store. */
async function wrongRecords(
  point: Point,
  ids: readonly string[],
  { env }: Server,
): Promise<readonly string[]> {
  const isCommitted = points.indexOf(point) >= points.indexOf('after commit')
  const stored = new Set((await withDatabase(env, exportProjects)).map(({ id }) => id))
  return ids
    .filter((id) => stored.has(id) !== isCommitted)
    .map(() => (isCommitted ? 'a committed project is gone' : 'an uncommitted project is stored'))
}

/** A mail sink whose calls and acceptances can kill the server. */
interface Mail {
  readonly sink: MailSink
  /** Called for each attempt. Nothing is accepted then. Null accepts again. */
  onCall(listener: (() => void) | null): void
  onAccepted(listener: () => void): void
}

async function startMail(sandbox: Sandbox, kind: MailKind): Promise<Mail | null> {
  if (kind === 'files') return null
  if (kind === 'SMTP') {
    const sink = await startSmtpSink(sandbox)
    return {
      sink,
      onCall(listener) {
        sink.behave = (stage) => {
          if (stage !== 'MAIL' || !listener) return 'reply'
          listener()
          return 'reset'
        }
      },
      onAccepted(listener) {
        sink.onAccepted = listener
      },
    }
  }
  const sink = await startEmailJsSink(sandbox)
  return {
    sink,
    onCall(listener) {
      sink.reply = listener && { status: 0 }
      sink.onCall = () => listener?.()
    },
    onAccepted(listener) {
      sink.onAccepted = listener
    },
  }
}

interface Armed {
  readonly sandbox: Sandbox
  readonly server: Server
  readonly mail: Mail | null
  readonly proxy: TcpProxy | undefined
  readonly point: Point
  readonly id: string
}

/** Prepares the kill, and returns a function that undoes this. */
async function arm({ sandbox, server, mail, proxy, point, id }: Armed): Promise<() => void> {
  const kill = () => void process.kill(server.pid(), 'SIGKILL')
  if (mail && point === 'after the provider accepted') {
    mail.onAccepted(kill)
    return () => mail.onAccepted(() => {})
  }
  if (proxy && point !== 'after the provider accepted') {
    killInTransaction(proxy, { point, id, kill })
    return proxy.repair
  }
  if (mail && point === 'after commit') {
    mail.onCall(kill)
    return () => mail.onCall(null)
  }
  await inject(sandbox, server.pid(), { fault: 'signal=KILL', ...systemCallAt(point, server) })
  return () => {}
}

/** A system call that the server makes exactly at that point, with SQLite and files. */
function systemCallAt(point: Point, { database, env }: Server): Omit<Injection, 'fault'> {
  switch (point) {
    case 'after parsing':
      // The file's inode is compared before the transaction begins.
      return { calls: 'statx,newfstatat', when: '1', path: database }
    case 'before commit':
      return { calls: 'pwrite64', when: '1', path: `${database}-wal` }
    case 'after commit':
      // The email is written and about to get its name.
      return { calls: 'rename,renameat,renameat2', when: '1' }
    case 'after the provider accepted':
      // The email has its name, and its directory is about to be synced.
      return { calls: 'fsync', when: '1', path: join(env.MAIL_URL?.slice('file:'.length) ?? '') }
    case 'after marking sent':
      // The first sync belongs to saving.
      return { calls: 'fsync', when: '2', path: `${database}-wal` }
  }
}

interface Trap {
  readonly point: Point
  readonly id: string
  readonly kill: () => void
}

/** Watches the PostgreSQL protocol for the transaction of one project. */
function killInTransaction(proxy: TcpProxy, { point, id, kill }: Trap) {
  let own: Link | null = null
  let commits = 0
  const killNow = () => {
    kill()
    return null
  }
  proxy.onRequest = (chunk, link) => {
    if (chunk.includes(id)) own = link
    if (own !== link) return chunk
    if (point === 'after parsing') return killNow()
    return point === 'before commit' && chunk.includes('commit\0') ? killNow() : chunk
  }
  proxy.onResponse = (chunk, link) => {
    if (link !== own) return chunk
    if (chunk.includes('COMMIT\0')) commits += 1
    if (point === 'after commit' && commits === 1) return killNow()
    return point === 'after marking sent' && commits === 2 ? killNow() : chunk
  }
}
