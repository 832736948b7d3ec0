import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { isRunning } from '../lib/system.ts'
import { isLeased, LEASE_MS, type Message } from './message.ts'

/** A new lease, for one attempt to claim a message. */
export interface Lease {
  readonly token: string
  /** When the lease was created, by performance.now(). In the database it starts later. */
  readonly startedAt: number
  /**
   * True while the message is being sent under another lease. Unlike isLeased in message.ts, this times the leases of
   * this process with a clock that the operator cannot set.
   */
  conflictsWith(unsent: Message, now: Date): boolean
}

const PROCESS = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`
let queues = 0

/** The leases of one queue of this process. */
export function createLeases() {
  const prefix = `${PROCESS}/${++queues}/`
  /** When each lease was created, by its token, oldest first. */
  const startedAt = new Map<string, number>()
  let count = 0

  const isActive = (token: string) =>
    performance.now() - (startedAt.get(token) ?? Number.NEGATIVE_INFINITY) < LEASE_MS

  function create(): Lease {
    for (const token of startedAt.keys()) {
      if (isActive(token)) break
      startedAt.delete(token)
    }
    const token = `${prefix}${++count}`
    const started = performance.now()
    startedAt.set(token, started)
    return {
      token,
      startedAt: started,
      conflictsWith(unsent, now) {
        const { leaseToken } = unsent
        if (leaseToken === null || leaseToken === token) return false
        return leaseToken.startsWith(prefix) ? isActive(leaseToken) : isLeased(unsent, now)
      },
    }
  }

  /**
   * Runs a change that may claim one message per key, each under its own lease. If the change fails, it may still have
   * been committed, so the leases are released and the visitor's retry does not have to wait.
   */
  async function withLeases<K, T>(
    keys: readonly K[],
    change: (leases: readonly (readonly [K, Lease])[]) => Promise<T>,
  ): Promise<T> {
    const leases = keys.map((key) => [key, create()] as const)
    try {
      return await change(leases)
    } catch (error) {
      for (const [, { token }] of leases) startedAt.delete(token)
      throw error
    }
  }

  return {
    withLeases,
    async withLease<T>(change: (lease: Lease) => Promise<T>): Promise<T> {
      const lease = create()
      try {
        return await change(lease)
      } catch (error) {
        startedAt.delete(lease.token)
        throw error
      }
    },
    release: (token: string) => void startedAt.delete(token),
  }
}

/** The claims that succeeded. These messages must be sent even if other claims failed. */
export async function claimedOf<T>(claims: readonly Promise<T | null>[]): Promise<readonly T[]> {
  const results = await Promise.allSettled(claims)
  const claimed = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value !== null ? [result.value] : [],
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (claimed.length === 0 && failed) throw failed.reason
  return claimed
}

/**
 * True if the process that created the token has definitely ended. This is only reliable for a database used by one
 * machine, because process ids mean nothing on another machine.
 */
export function isFromEndedProcess(token: string): boolean {
  const [host, pid, start] = token.split('/')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return !PROCESS.endsWith(`/${start}`)
  return !isRunning(Number(pid))
}
