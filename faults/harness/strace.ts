import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackage } from '../../server/testing/install-package.ts'
import { endProcess, startProcess } from '../../server/testing/server-process.ts'
import type { Sandbox } from './sandbox.ts'

let reason: string | null | undefined

/** Why strace cannot be used here, or null. */
export function whyNoStrace(): string | null {
  if (reason === undefined) reason = findStrace()
  return reason
}

function findStrace(): string | null {
  if (runs()) return null
  if (process.getuid?.() !== 0) return 'strace is not installed, and only root may install it'
  if (!installPackage('strace')) return 'strace is not installed and could not be'
  return runs() ? null : 'strace cannot follow another process here'
}

function runs(): boolean {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface Injection {
  /** The system calls, as strace names them. */
  readonly calls: string
  /** What happens to them, such as `error=EIO` or `signal=KILL`. */
  readonly fault: string
  /** Only the n-th call, or `n+` for all from the n-th on. */
  readonly when: string
  /** Only calls on this path. */
  readonly path?: string
}

/** Makes system calls of a running process fail. Resolves once it is in effect, with a function that stops it. */
export async function inject(
  sandbox: Sandbox,
  pid: number,
  injection: Injection,
): Promise<() => Promise<void>> {
  const { calls, fault, when, path } = injection
  const injected = `inject=${calls}:${fault}:when=${when}`
  const on = path === undefined ? [] : ['-P', path]
  const options = ['-f', '-q', '-o', '/dev/null', ...on, '-e', `trace=${calls}`, '-e', injected]
  const tracer = startProcess('strace', [...options, '-p', String(pid)])
  const end = () => endProcess(tracer, 'SIGINT')
  sandbox.defer(end)
  await waitUntilTraced(pid)
  return end
}

/** The traced process may make the call by itself and be killed before we look. */
async function waitUntilTraced(pid: number) {
  for (let look = 0; look < 200; look++) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
    if (status === null || /TracerPid:\s+[1-9]/.test(status)) return pause(50)
    await pause(20)
  }
  throw new Error('strace did not attach')
}
