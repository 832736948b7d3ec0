import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { securityHeaders } from '../../server/http/security-headers.ts'
import { exportProjects, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { type HttpResponse, httpCall } from '../harness/http-call.ts'
import { memoryOf, startServer } from '../harness/server.ts'
import { isExpectedText } from '../harness/visitors.ts'
import { type Accepted, problemsInEmails, problemsInLog } from './check-results.ts'
import type { RequestCase } from './request-cases.ts'

const CONNECTIONS = 16
const BATCH = 2000
/** Twice the measured memory. Memory that grows with the requests would far exceed this. */
const MEMORY_LIMIT = 500_000_000
/** For the 99th percentile; a slow regular expression would take seconds. */
const LOOP_DELAY_LIMIT_MS = 200
/** 99 % of the responses arrive within this time. */
const RESPONSE_LIMIT_MS = 1000
const ENOUGH_FAILURES = 100
const MONITOR = fileURLToPath(new URL('monitor.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HEADERS = Object.entries(securityHeaders('http'))

/** Generated requests. Some only look hostile, and their answers must be stored byte for byte. */
export const hostileRequests: Fault = {
  rows: '3.1-3.11 3.14-3.15',
  name: 'generated hostile requests',
  async run(trial) {
    // Loaded here, because preparing the generators takes longer than loading all other faults.
    const { requestCases } = await import('./request-cases.ts')
    const { failures, visitors } = trial
    const server = await startServer(trial, { flags: ['--import', MONITOR] })
    const runs = trial.count(1_000_000)
    const seed = Math.floor(Math.random() * 2 ** 31)
    const accepted: Map<string, Readonly<Record<string, string>>> = new Map()
    let late = 0
    let memory = 0

    for (let done = 0; done < runs && failures.length < ENOUGH_FAILURES; done += BATCH) {
      await pLimit(CONNECTIONS).map(requestCases(Math.min(BATCH, runs - done), seed + done), async (one) => {
        const response = await httpCall(`${server.origin}${one.path}`, one)
        visitors.seen.longestWaitMs = Math.max(visitors.seen.longestWaitMs, response.ms)
        if (response.ms > RESPONSE_LIMIT_MS) late += 1
        failures.push(...problemsWith(one, response))
        if (one.path.startsWith('/api/') && response.body !== '' && !isExpectedText(response))
          visitors.seen.wrongText += 1
        if (one.accepted && response.status === 201) accepted.set(one.accepted.id, one.accepted.answers)
      })
      memory = Math.max(memory, await memoryOf(server))
      if (!server.isRunning()) failures.push('the server ended')
    }

    const stored = Map.groupBy(await withDatabase(server.env, exportProjects), ({ id = '' }) => id)
    failures.push(
      ...[...stored.keys()].filter((id) => !accepted.has(id)).map((id) => `stored without a success: ${id}`),
      ...(await problemsInEmails(join(trial.directory, 'data/outbox'), accepted)),
      ...(await problemsInLog(server, accepted)),
    )
    const { delayMs, polluted, connections } = JSON.parse(
      await readFile(join(trial.directory, 'monitor.json'), 'utf8'),
    )
    if (delayMs > LOOP_DELAY_LIMIT_MS)
      failures.push(`the event loop was ${Math.round(delayMs)} ms late (p99)`)
    if (late > runs / 100) failures.push(`${late} responses took longer than ${RESPONSE_LIMIT_MS} ms`)
    if (polluted.length > 0) failures.push(`a built-in prototype has ${polluted}`)
    // Projects and emails are files here, so the server has no reason to connect to anything.
    if (connections > 0) failures.push(`the server opened ${connections} connections`)
    if (memory > MEMORY_LIMIT) failures.push(`memory grew to ${Math.round(memory / 1e6)} MB`)
    trial.notes.push(
      `seed ${seed}`,
      `${accepted.size} accepted, compared in store and email`,
      `memory at most ${Math.round(memory / 1e6)} MB`,
      `event loop ${Math.round(delayMs)} ms late (p99)`,
    )
    const copies = [...stored.values()].filter(({ length }) => length > 1)
    return trial.result(runs, { lost: countLost(accepted, stored), duplicated: copies.length })
  },
}

function countLost(accepted: Accepted, stored: ReadonlyMap<string, readonly Record<string, string>[]>) {
  return [...accepted].filter(([id, answers]) => {
    const project = stored.get(id)?.[0]
    // An export leaves an empty phone number out.
    return !project || Object.entries(answers).some(([name, answer]) => (project[name] ?? '') !== answer)
  }).length
}

function problemsWith({ row, method, path, allowed, body }: RequestCase, response: HttpResponse) {
  const about = `${row} ${method} ${path.slice(0, 60)} ${body.subarray(0, 80).toString()}`
  // The server may close the connection while Node's client still sends a large body.
  if (response.status === 0) return body.length > 200_000 ? [] : [`no response: ${about}`]
  const problems: string[] = []
  if (!allowed.includes(response.status)) problems.push(`${response.status}: ${about}`)
  if (/node:internal|\.ts:\d|at async/.test(response.body)) problems.push(`a stack trace: ${about}`)
  if (response.body.includes(ROOT)) problems.push(`a path of the server: ${about}`)
  if (response.headers['access-control-allow-origin'] !== undefined)
    problems.push(`access for other sites: ${about}`)
  if (/evil\.example/.test(JSON.stringify(response.headers))) problems.push(`a forged host: ${about}`)
  for (const [name, value] of HEADERS)
    if (response.headers[name] !== value) problems.push(`without ${name}: ${about}`)
  return problems
}
