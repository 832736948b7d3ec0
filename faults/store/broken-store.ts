import { eventually } from '../../server/testing/server-process.ts'
import { TOLERANCE_MS } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import type { Outcome } from '../harness/oracle.ts'
import type { Server } from '../harness/server.ts'
import type { Result, Trial } from '../harness/trial.ts'
import { newId, newIds } from '../harness/visitors.ts'

/** A page needs neither the store nor the mail service. */
const PAGE_LIMIT_MS = 2000
/** A database that has not responded by then counts as offline. */
const STORE_LIMIT_MS = 10_000
const READY_AGAIN_MS = 10_000

interface StoreFault {
  readonly server: Server
  /** Produces the fault, and resolves with a function that repairs it. */
  readonly breakIt: () => Promise<() => unknown>
  /** What a visitor may see during the fault. */
  readonly expect?: readonly Outcome[]
  readonly runs?: number
  /** How soon a visitor sees the outcome. */
  readonly withinMs?: number
  /** `/readyz` must respond with 503 during the fault. */
  readonly notReady?: boolean
  /** An additional check after the repair. Returns the problem, if any. */
  readonly afterwards?: () => Promise<string | null>
  readonly mayCopy?: boolean
}

/**
 * Visitors submit before, during and after the fault. During the fault, they see the failure in time, and a retry saves
 * every project without restarting the server.
 */
export async function testBrokenStore(trial: Trial, fault: StoreFault): Promise<Result> {
  const { visitors, failures } = trial
  const { server, breakIt, runs = 1, mayCopy = false } = fault
  const originOf = () => server.origin
  if (!server.isRunning()) await server.start()
  await visitors.submitUntilSaved(originOf, newId())

  for (let run = 0; run < runs; run++) {
    const ids = newIds(3)
    const repair = await breakIt()
    try {
      await Promise.all([submitDuring(trial, fault, ids), checkPages(fault, failures)])
    } finally {
      await repair()
    }
    await Promise.all([...ids, newId()].map((id) => visitors.submitUntilSaved(originOf, id)))
  }
  if (fault.notReady)
    await eventually(async () => (await statusOf(server, '/readyz')) === 200, READY_AGAIN_MS).catch(() =>
      failures.push('/readyz did not become 200 again'),
    )
  const problem = await fault.afterwards?.()
  if (problem) failures.push(problem)
  if (!server.isRunning()) failures.push('the server ended')
  return trial.verify(server, { runs, mayCopy })
}

async function submitDuring({ visitors, failures }: Trial, fault: StoreFault, ids: readonly string[]) {
  const { server, expect = ['failure'], withinMs = STORE_LIMIT_MS } = fault
  const attempts = await Promise.all(ids.map((id) => visitors.submit(server.origin, id)))
  for (const { outcome, status, ms } of attempts) {
    if (!expect.includes(outcome)) failures.push(`during the fault a visitor saw ${outcome} (${status})`)
    if (outcome !== 'unknown' && ms > withinMs + TOLERANCE_MS)
      failures.push(`during the fault a visitor waited ${Math.round(ms)} ms`)
  }
}

/** Pages are served during the fault, unless the server itself is gone. */
async function checkPages({ server, expect = ['failure'], notReady }: StoreFault, failures: string[]) {
  if (expect.includes('unknown')) return
  const { status, ms } = await httpCall(`${server.origin}/`)
  if (status !== 200) failures.push(`during the fault the page got ${status}`)
  if (ms > PAGE_LIMIT_MS) failures.push(`during the fault the page took ${Math.round(ms)} ms`)
  if (notReady && (await statusOf(server, '/readyz')) !== 503)
    failures.push('/readyz was not 503 during the fault')
}

const statusOf = async ({ origin }: Server, path: string) => (await httpCall(`${origin}${path}`)).status
