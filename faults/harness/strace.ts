import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackage } from '../../server/testing/install-package.ts'
import { endProcess, startProcess } from '../../server/testing/server-process.ts'
import type { Sandbox } from './sandbox.ts'

let reason: string | null | undefined

/** Installs strace if needed. Returns the reason if it cannot be used here, or null. */
export function checkStrace(): string | null {
  if (reason === undefined) reason = findStrace()
  return reason
}

function findStrace(): string | null {
  if (runs()) return null
  if (process.getuid?.() !== 0) return 'strace is not installed, and only root can install it'
  if (!installPackage('strace')) return 'strace is not installed, and could not be installed'
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
  /** Only calls on these paths. */
  readonly path?: string | readonly string[]
}

/** Makes system calls of a running process fail. Resolves once it is in effect, with a function that stops it. */
export async function inject(
  sandbox: Sandbox,
  pid: number,
  injection: Injection,
): Promise<() => Promise<void>> {
  const tracer = startProcess('strace', [...optionsFor(injection), '-p', String(pid)])
  const end = () => endProcess(tracer, 'SIGINT')
  sandbox.defer(end)
  await waitUntilTraced(pid)
  return end
}

/** Runs a program of Node that is killed at one of its system calls. Returns false if it did not get that far. */
export async function isKilledAt(
  injection: Omit<Injection, 'fault'>,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const options = optionsFor({ ...injection, fault: 'signal=KILL' })
  // strace ends as the program does.
  const tracer = startProcess('strace', [...options, process.execPath, program], { env })
  const [code, signal] = await once(tracer, 'exit')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The program ended with ${code ?? signal}`)
  return signal === 'SIGKILL'
}

function optionsFor({ calls, fault, when, path = [] }: Injection): readonly string[] {
  const on = [path].flat().flatMap((one) => ['-P', one])
  const injected = `inject=${calls}:${fault}:when=${when}`
  return ['-f', '-q', '-o', '/dev/null', ...on, '-e', `trace=${calls}`, '-e', injected]
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
