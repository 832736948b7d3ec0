import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createPeople } from '../../server/staff/people.ts'
import { withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { memoryOf, type Server, startServer } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import type { Trial } from '../harness/trial.ts'
import { type Attempt, newId } from '../harness/visitors.ts'

const CLIENTS = 400
/** The pause before a client's next request. Without it, a flood of any route would keep the processor busy. */
const PAUSE_MS = 250
/** The pause between two honest visitors. */
const VISIT_EVERY_MS = 100
const FLOOD_MS = 8000
const IDLE_MS = 3000
/** Visits before anything is measured, because a server that has just started is slower. */
const WARM_UP = 50
/** How much longer an honest visitor may wait during the flood than before it. */
const MAX_SLOWDOWN = 3
const MEMORY_GROWTH_LIMIT = 100e6

const MEMBER = 'ada@kitchens.example'

/** Public routes of the desk. None is in the short run, because waiting times mean little beside other faults. */
const floods = [
  { path: '/api/desk/session/passkey', body: { response: { id: newId() } } },
  { path: '/api/desk/session/passkey/options', body: {} },
  { path: '/api/desk/forgotten-password', body: { email: MEMBER } },
] as const

type Flood = (typeof floods)[number]

/** Visitors must not be affected by floods of the desk. */
export const staffFloods: readonly Fault[] = floods.map((flood) => ({
  rows: '3.12',
  name: `PostgreSQL: ${CLIENTS} clients flood POST ${flood.path}, and honest visitors wait at most ${MAX_SLOWDOWN} times as long`,
  async run(trial) {
    const url = await newDatabase()
    await addMember(url)
    const server = await startServer(trial, {
      env: {
        DATABASE_URL: url,
        SITE_DOMAIN: 'kitchens.example',
        TRUST_PROXY: '127.0.0.1',
        METRICS_TOKEN: newId(),
      },
    })
    for (let visit = 0; visit < WARM_UP; visit++) await trial.visitors.submit(server.origin, newId())
    const before = await visit(trial, server, IDLE_MS)
    const memoryBefore = await memoryOf(server)

    const { answered, end } = startFlood(trial, server, flood)
    const during = await visit(trial, server, FLOOD_MS)
    const memory = await memoryOf(server)
    end()
    const requests = answered.values().reduce((sum, count) => sum + count, 0)

    const growth = `memory grew by ${Math.round((memory - memoryBefore) / 1e6)} MB`
    const wait = `honest visitors waited ${Math.round(median(during))} ms instead of ${Math.round(median(before))} ms (median)`
    if (memory - memoryBefore > MEMORY_GROWTH_LIMIT) trial.failures.push(growth)
    if (median(during) > MAX_SLOWDOWN * median(before)) trial.failures.push(wait)
    const statuses = [...answered].map(([status, count]) => `${count} got ${status}`).join(', ')
    trial.notes.push(wait, growth, `${during.length} visits`, statuses)
    // The others are links for a new password.
    const emails = async () => (await server.emails()).filter(({ projectId }) => projectId !== '')
    return trial.verify({ ...server, emails }, { runs: requests })
  },
}))

const addMember = (url: string) =>
  withDatabase({ DATABASE_URL: url }, async ({ db }) => {
    const people = createPeople(db)
    const token = await people.add({ name: 'Ada', email: MEMBER })
    await people.choosePassword(token ?? '', MEMBER, 'not a hash')
  })

/** Honest visitors submit at regular intervals, even while others are waiting. Returns how long each of them waited. */
async function visit({ visitors }: Trial, { origin }: Server, ms: number): Promise<readonly number[]> {
  const visits: Promise<Attempt>[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    visits.push(visitors.submit(origin, newId()))
    await pause(VISIT_EVERY_MS)
  }
  return (await Promise.all(visits)).map((attempt) => attempt.ms)
}

/** Each client has a connection, and sends its next request some time after the response. Counts responses by status. */
function startFlood(trial: Trial, { port }: Server, { path, body }: Flood) {
  const answered = new Map<string, number>()
  const sockets: Socket[] = []
  const text = JSON.stringify(body)
  for (let client = 0; client < CLIENTS; client++) {
    const request = [
      `POST ${path} HTTP/1.1`,
      'Host: kitchens.example',
      `X-Forwarded-For: 198.18.${client >> 8}.${client & 255}`,
      'X-Forwarded-Proto: https',
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      '',
      text,
    ].join('\r\n')
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (response: string) => {
      const status = response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
      answered.set(status, (answered.get(status) ?? 0) + 1)
      setTimeout(() => socket.write(request), PAUSE_MS)
    })
    sockets.push(socket)
  }
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  trial.defer(end)
  return { answered, end }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
