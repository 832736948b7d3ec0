import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const PROCESS = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`
let leases = 0

/** Different for every lease; it names the process that has it. */
export const newToken = () => `${PROCESS}/${++leases}`

/**
 * True when the process that made the token has certainly ended. Ask it only of a store that this
 * machine alone uses: another machine's processes look ended from here, unless their host name differs.
 */
export function isFromEndedProcess(token: string): boolean {
  const [host, pid, start] = token.split('/')
  if (host !== hostname() || pid === undefined) return false
  if (Number(pid) === process.pid) return !PROCESS.endsWith(`/${start}`)
  return !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
