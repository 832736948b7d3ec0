import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { isRunning } from '../lib/system.ts'
import { LEASE_MS } from './delivery.ts'

const PROCESS = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`
let stores = 0

/** The leases that one store of this process gives out. */
export interface Leases {
  /** A token that no other lease has; it names the process. */
  give(): string
  /** Nobody has it any more. */
  end(token: string): void
  /**
   * True for a lease that this store wrote but nobody here has: its commit went through, and whoever was
   * to get it heard of a failure instead. Such a one need not run out.
   */
  isUnclaimed(token: string): boolean
  /** Somebody here has it, and has had it for no longer than it lasts, whatever clocks are set to. */
  isInUse(token: string): boolean
}

export function createLeases(): Leases {
  const prefix = `${PROCESS}/${++stores}/`
  /** Since when, oldest first. */
  const inUse = new Map<string, number>()
  let given = 0
  return {
    give() {
      const token = `${prefix}${++given}`
      const now = performance.now()
      // Who could not say for so long how it went never will.
      for (const [old, since] of inUse) {
        if (now - since < LEASE_MS) break
        inUse.delete(old)
      }
      inUse.set(token, now)
      return token
    },
    end: (token) => void inUse.delete(token),
    isInUse: (token) => performance.now() - (inUse.get(token) ?? Number.NEGATIVE_INFINITY) < LEASE_MS,
    isUnclaimed: (token) => token.startsWith(prefix) && !inUse.has(token),
  }
}

/**
 * True when the process that made the token has certainly ended. Ask it only of a store that this
 * machine alone uses: another machine's processes look ended from here, unless their host name differs.
 */
export function isFromEndedProcess(token: string): boolean {
  const [host, pid, start] = token.split('/')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return !PROCESS.endsWith(`/${start}`)
  return !isRunning(Number(pid))
}
