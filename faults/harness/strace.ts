import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackage } from '../../server/testing/install-package.ts'
import { endProcess, startProcess } from '../../server/testing/server-process.ts'
import type { Stage } from './stage.ts'

let reason: string | null | undefined

/** Why system calls cannot be made to fail here, or null. */
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
  /** What happens to them: `error=EIO`, `signal=KILL`. */
  readonly fault: string
  /** Only the n-th of them, or `n+` from there on. */
  readonly when: string
  /** Only calls on this path; of whatever path otherwise. */
  readonly path?: string
}

/** Makes system calls of a running process fail; resolves, once it does, with how to stop. */
export async function inject(stage: Stage, pid: number, injection: Injection): Promise<() => Promise<void>> {
  const { calls, fault, when, path } = injection
  const injected = `inject=${calls}:${fault}:when=${when}`
  const on = path === undefined ? [] : ['-P', path]
  return traced(stage, pid, ['-o', '/dev/null', ...on, '-e', `trace=${calls}`, '-e', injected])
}

/** Has strace follow a running process; resolves, once it does, with how to stop. */
export async function traced(
  stage: Stage,
  pid: number,
  options: readonly string[],
): Promise<() => Promise<void>> {
  const tracer = startProcess('strace', ['-f', '-q', ...options, '-p', String(pid)])
  const end = () => endProcess(tracer, 'SIGINT')
  stage.after(end)
  await untilTraced(pid)
  return end
}

/** A process that is to be killed at a call may meet it by itself, in what it does now and then, and be gone at once. */
async function untilTraced(pid: number) {
  for (let look = 0; look < 200; look++) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
    if (status === null || /TracerPid:\s+[1-9]/.test(status)) return pause(50)
    await pause(20)
  }
  throw new Error('strace did not attach')
}
