import { eventually } from '../server/store/test-process.ts'
import { call } from './call.ts'
import type { Measured } from './fault.ts'
import type { Guide } from './guide-process.ts'
import { createOracle } from './oracle.ts'
import { measured } from './recovery.ts'
import type { Visitors } from './visitor.ts'
import { createVisitors, newId } from './visitor.ts'

/** A page needs neither store nor mail service. */
const LONGEST_PAGE_MS = 2000

interface Breaking {
  readonly guide: Guide
  readonly arrived: Parameters<typeof measured>[0]['arrived']
  /** Brings the fault about, and resolves with how to mend it. */
  readonly breakIt: () => Promise<() => Promise<unknown>>
  /** What a visitor may be told meanwhile. */
  readonly meanwhile?: readonly ('success' | 'failure' | 'unknown')[]
  readonly runs?: number
  /** The server has to answer `/readyz` with 503 meanwhile. */
  readonly showsNotReady?: boolean
  /** What else has to be so once it is mended; says in words what is not. */
  readonly afterwards?: (visitors: Visitors) => Promise<string | null>
  readonly note?: string
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
        inTheFault(ids, { guide, visitors, meanwhile, failures }),
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
    ...(breaking.note === undefined ? {} : { note: breaking.note }),
    ...(breaking.mayCopy === undefined ? {} : { mayCopy: breaking.mayCopy }),
  })
}

interface InTheFault {
  readonly guide: Guide
  readonly visitors: Visitors
  readonly meanwhile: readonly string[]
  readonly failures: string[]
}

async function inTheFault(ids: readonly string[], { guide, visitors, meanwhile, failures }: InTheFault) {
  const tried = await Promise.all(ids.map((id) => visitors.tryOnce(guide.origin, id)))
  for (const { told, status } of tried) {
    if (!meanwhile.includes(told)) failures.push(`in the fault a visitor was told of a ${told} (${status})`)
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
