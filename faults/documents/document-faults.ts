import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/config/config.ts'
import { createSettings } from '../../server/db/stored-settings.ts'
import { REQUEST_DEADLINE_MS } from '../../server/http/request-hooks.ts'
import { openMailer } from '../../server/mail/open-mailer.ts'
import { LEASE_MS } from '../../server/outbox/message.ts'
import { eraseProject } from '../../server/projects/erase-project.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Link, TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { withDatabase } from '../harness/database.ts'
import { type Fault, TOLERANCE_MS } from '../harness/fault.ts'
import { createServer, type Server, startServer } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import type { Trial } from '../harness/trial.ts'
import { answersOf, newId } from '../harness/visitors.ts'
import { testBrokenStore } from '../store/broken-store.ts'
import { holdRequest, isCommit, newDocumentDatabase } from './document-database.ts'

/** Time for an attempt that began during the fault, and for the next one. */
const RETRY_MS = 45_000
/** Time for the outbox to look for due messages. */
const POLL_MS = 15_000

interface Outage {
  readonly rows: string
  readonly name: string
  readonly breakIt: (proxy: TcpProxy) => void
  /** Only a change of settings helps: the loop waits an hour, and the visitor's retry writes the document. */
  readonly isPermanent?: true
}

const outages: readonly Outage[] = [
  {
    rows: 'F28',
    name: 'the document database refuses connections',
    breakIt(proxy) {
      proxy.accepts = () => false
      proxy.cutAll()
    },
  },
  {
    rows: 'F28',
    name: 'the document database hangs',
    breakIt(proxy) {
      proxy.onRequest = () => null
      proxy.onResponse = () => null
    },
  },
  { rows: 'F28', name: 'the document database is overloaded (503)', breakIt: answer(503, 'UNAVAILABLE') },
  {
    rows: 'F29',
    name: 'the document database refuses the credentials (403)',
    breakIt: answer(403, 'PERMISSION_DENIED'),
    isPermanent: true,
  },
]

/** Faults of the documents. Projects and emails must not be affected, and every document must be right in the end. */
export const documentFaults: readonly Fault[] = [
  {
    rows: 'F28 F30',
    name: 'documents are committed, and the responses are lost',
    async run(trial) {
      const { server, proxy } = await createServerWithDocuments(trial)
      return testBrokenStore(trial, {
        server,
        runs: trial.count(20),
        async breakIt() {
          onCommitResponse(proxy, ({ client }) => client.resetAndDestroy())
          return () => repair(proxy)
        },
      })
    },
  },
  ...outages.map(
    ({ rows, name, breakIt, isPermanent }): Fault => ({
      rows,
      name: `${name}: the visitor sees the failure, but the email is sent`,
      async run(trial) {
        const { visitors, failures } = trial
        const { server, proxy, has } = await createServerWithDocuments(trial)
        await server.start()
        await visitors.submitUntilSaved(() => server.origin, newId())
        breakIt(proxy)
        const ids = [newId(), newId()] as const
        for (const { outcome, ms } of await Promise.all(
          ids.map((id) => visitors.submit(server.origin, id)),
        )) {
          if (outcome !== 'failure') failures.push(`without documents a visitor saw ${outcome}`)
          if (ms > REQUEST_DEADLINE_MS + TOLERANCE_MS) failures.push(`a visitor waited ${Math.round(ms)} ms`)
        }
        const emailed = new Set((await server.emails()).map(({ projectId }) => projectId))
        if (!ids.every((id) => emailed.has(id))) failures.push('an email waited for its document')
        repair(proxy)
        const [unattended, retried] = ids
        await visitors.submitUntilSaved(() => server.origin, retried)
        if (!isPermanent)
          await eventually(() => has(unattended), RETRY_MS).catch(() =>
            failures.push('the outbox did not write the document'),
          )
        await visitors.submitUntilSaved(() => server.origin, unattended)
        return trial.verify(server)
      },
    }),
  ),
  ...(['before', 'after'] as const).map(
    (when): Fault => ({
      rows: 'F02 F30',
      name: `kill -9 ${when} a document is committed`,
      async run(trial) {
        const { server, proxy } = await createServerWithDocuments(trial)
        const runs = trial.count(20)
        for (let run = 0; run < runs; run++) {
          if (!server.isRunning()) await server.start()
          const kill = () => void process.kill(server.pid(), 'SIGKILL')
          if (when === 'after') onCommitResponse(proxy, kill)
          else
            proxy.onRequest = (chunk) => {
              if (!isCommit(chunk)) return chunk
              kill()
              return null
            }
          const id = newId()
          await trial.visitors.submit(server.origin, id)
          await server.ended()
          repair(proxy)
          await server.start()
          await trial.visitors.submitUntilSaved(() => server.origin, id)
        }
        return trial.verify(server, { runs, mayCopy: true })
      },
    }),
  ),
  {
    rows: 'F80 F27',
    name: 'two servers, and the document of one is held back until the other has written newer answers',
    async run(trial) {
      const { visitors, failures } = trial
      const { servers, slow } = await startTwoServers(trial)
      const [first, second] = servers
      const runs = trial.count(10, 1)
      const answers: string[] = []
      for (let run = 0; run < runs; run++) {
        // It creates a document that exists by then, or updates one that has changed.
        for (const condition of ['"exists":false', '"updateMask"']) {
          const id = newId()
          if (condition === '"updateMask"') await visitors.submitUntilSaved(() => first.origin, id)
          const held = holdRequest(slow, condition)
          const { outcome } = await visitors.submit(first.origin, id, answersOf(id, { city: 'Oldtown' }))
          if (outcome === 'success') {
            failures.push('a visitor saw a success without the document')
            continue
          }
          await submitNewest(trial, second, id)
          answers.push(await held.release())
          slow.repair()
        }
      }
      const refused = answers.filter((answer) => /HTTP\/1.1 4/.test(answer)).length
      if (refused < answers.length)
        failures.push(`only ${refused} of ${answers.length} late writes were refused`)
      // The last update would be sent after ten minutes.
      await withDatabase(first.env, ({ queue }) => queue.retry('all'))
      return trial.verify(first, { runs: answers.length })
    },
  },
  {
    rows: 'F81 F27 F74',
    name: 'a project is erased while its document is being written, and its visitor waits at another server',
    async run(trial) {
      const { visitors, failures, oracle } = trial
      const { servers, slow, has } = await startTwoServers(trial)
      const [first, second] = servers
      await visitors.submitUntilSaved(() => first.origin, newId())
      const id = newId()
      const held = holdRequest(slow, '"exists":false')
      const attempts = [visitors.submit(first.origin, id)]
      await held.reached
      attempts.push(visitors.submit(second.origin, id))
      await pause(1000)
      await erase(first, id)
      oracle.erased(id)
      await pause(2000)
      await held.release()
      const written = performance.now()
      if (!(await has(id))) failures.push('the late write did not arrive, so this proves nothing')
      await eventually(async () => !(await has(id)), LEASE_MS + POLL_MS).catch(() =>
        failures.push('the document of an erased project is still there'),
      )
      trial.notes.push(`gone ${Math.round((performance.now() - written) / 1000)} s after the late write`)
      await Promise.all(attempts)
      return trial.verify(first)
    },
  },
]

async function createServerWithDocuments(trial: Trial) {
  const { documents, has, connect } = await newDocumentDatabase(trial)
  const { proxy, env } = await connect()
  const server = await createServer(trial, { mail: await startSmtpSink(trial), env })
  return { server: { ...server, documents }, proxy, has }
}

/** Two servers on one PostgreSQL. `slow` is the first server's connection to the documents. */
async function startTwoServers(trial: Trial) {
  const { documents, has, connect } = await newDocumentDatabase(trial)
  const [slow, other] = [await connect(), await connect()]
  const mail = await startSmtpSink(trial)
  const database = { DATABASE_URL: await newDatabase() }
  const [first, second] = await Promise.all([
    startServer(trial, { mail, env: { ...database, ...slow.env }, name: 'first' }),
    startServer(trial, { mail, env: { ...database, ...other.env }, name: 'second' }),
  ])
  return { servers: [{ ...first, documents }, second] as const, slow: slow.proxy, has }
}

async function submitNewest({ visitors }: Trial, { origin }: Server, id: string) {
  const newest = answersOf(id, { city: 'Newtown' })
  while ((await visitors.submit(origin, id, newest)).outcome !== 'success') await pause(200)
}

const erase = ({ env }: Server, id: string) =>
  withDatabase(env, async ({ db }) => {
    const config = readConfig(env)
    const mailer = await openMailer(config.mail, createSettings(db, config).current)
    await eraseProject({ id, lastName: answersOf(id).lastName, who: 'operator' }, db, mailer)
    await mailer.close()
  })

function onCommitResponse(proxy: TcpProxy, act: (link: Link) => void) {
  const committing = new Set<Link>()
  proxy.onRequest = (chunk, link) => {
    if (isCommit(chunk)) committing.add(link)
    return chunk
  }
  proxy.onResponse = (chunk, link) => {
    if (!committing.has(link)) return chunk
    act(link)
    return null
  }
}

/** Responds in place of the document database. */
function answer(status: number, name: string) {
  const body = JSON.stringify({ error: { code: status, status: name } })
  return (proxy: TcpProxy) => {
    proxy.onRequest = (_chunk, { client }) => {
      client.end(`HTTP/1.1 ${status} \r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
      return null
    }
  }
}

function repair(proxy: TcpProxy) {
  proxy.repair()
  proxy.cutAll()
}
