import { eventually } from '../../server/testing/server-process.ts'
import { CLOCK_MS, type Measured } from '../harness/fault.ts'
import { call } from '../harness/http-call.ts'
import { type Arrivals, createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import type { Guide } from '../harness/server.ts'
import type { Visitors } from '../harness/visitor.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

/** A page needs neither store nor mail service. */
const LONGEST_PAGE_MS = 2000
/** A database that has not answered by then is offline: docs/decisions/0001. */
const OFFLINE_MS = 10_000

interface Breaking {
  readonly guide: Guide
  readonly arrived: Arrivals
  /** Brings the fault about, and resolves with how to mend it. */
  readonly breakIt: () => Promise<() => Promise<unknown>>
  /** What a visitor may be told meanwhile. */
  readonly meanwhile?: readonly ('success' | 'failure' | 'unknown')[]
  readonly runs?: number
  /** How soon whoever submits meanwhile is told. */
  readonly withinMs?: number
  /** The server has to answer `/readyz` with 503 meanwhile. */
  readonly showsNotReady?: boolean
  /** What else has to be so once it is mended; says in words what is not. */
  readonly afterwards?: (visitors: Visitors) => Promise<string | null>
  readonly mayCopy?: boolean
}

/**
 * A visitor before the fault, some in it, one after it. Those in it are told of the failure in time,
 * and every one of them is saved in the end, by trying again, without a restart of the server.
 */
export async function brokenStore(breaking: Breaking): Promise<Measured> {
  const { guide, arrived, breakIt, meanwhile = ['failure'], runs = 1 } = breaking
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  const failures: string[] = []
  const originOf = () => guide.origin
  if (!guide.isRunning()) await guide.start()
  const early = newId()
  await visitors.trySteadily(originOf, early)

  for (let run = 0; run < runs; run++) {
    const ids = [newId(), newId(), newId()]
    const mend = await breakIt()
    try {
      await Promise.all([
        inTheFault(ids, { guide, visitors, meanwhile, failures, withinMs: breaking.withinMs ?? OFFLINE_MS }),
        lookedAt(breaking, meanwhile, failures),
      ])
    } finally {
      await mend()
    }
    await Promise.all([...ids, newId()].map((id) => visitors.trySteadily(originOf, id)))
  }
  if (breaking.showsNotReady)
    await eventually(async () => (await statusOf(guide, '/readyz')) === 200, 10_000).catch(() =>
      failures.push('/readyz did not say that it was over'),
    )
  const reproach = await breaking.afterwards?.(visitors)
  if (reproach) failures.push(reproach)
  if (!guide.isRunning()) failures.push('the server ended')
  return await measured({
    oracle,
    visitors,
    env: guide.env,
    arrived,
    runs,
    failures,
    ...(breaking.mayCopy === undefined ? {} : { mayCopy: breaking.mayCopy }),
  })
}

interface InTheFault {
  readonly guide: Guide
  readonly visitors: Visitors
  readonly meanwhile: readonly string[]
  readonly failures: string[]
  readonly withinMs: number
}

async function inTheFault(
  ids: readonly string[],
  { guide, visitors, meanwhile, failures, withinMs }: InTheFault,
) {
  const tried = await Promise.all(ids.map((id) => visitors.tryOnce(guide.origin, id)))
  for (const { told, status, ms } of tried) {
    if (!meanwhile.includes(told)) failures.push(`in the fault a visitor was told of a ${told} (${status})`)
    // Who cannot be told waits for as long as a page does.
    if (told !== 'unknown' && ms > withinMs + CLOCK_MS)
      failures.push(`in the fault a visitor was told after ${Math.round(ms)} ms`)
  }
}

/** Whoever does not submit is served all the same, unless the server itself is gone. */
async function lookedAt(
  { guide, showsNotReady }: Breaking,
  meanwhile: readonly string[],
  failures: string[],
) {
  if (meanwhile.includes('unknown')) return
  const page = await statusOf(guide, '/', LONGEST_PAGE_MS)
  if (page !== 200) failures.push(`the page did not come within ${LONGEST_PAGE_MS} ms (${page})`)
  if (showsNotReady && (await statusOf(guide, '/readyz')) !== 503) failures.push('/readyz did not say so')
}

async function statusOf(guide: Guide, path: string, timeoutMs?: number): Promise<number> {
  return (await call(`${guide.origin}${path}`, timeoutMs === undefined ? {} : { timeoutMs })).status
}
