import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A temporary directory and a list of cleanup functions, which run in reverse order at the end. */
export interface Sandbox extends AsyncDisposable {
  readonly directory: string
  defer(cleanUp: () => unknown): void
}

const open = new Set<AsyncDisposableStack>()
let isInterrupted = false
const NEVER = new Promise<never>(() => {})

export async function createSandbox(): Promise<Sandbox> {
  if (isInterrupted) await NEVER
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-faults-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  open.add(stack)
  return {
    directory,
    defer: (cleanUp) =>
      stack.defer(async () => {
        await cleanUp()
      }),
    async [Symbol.asyncDispose]() {
      if (isInterrupted) await NEVER
      open.delete(stack)
      await stack.disposeAsync()
    },
  }
}

/** If cleaning up takes longer, the process exits anyway, which kills every child process. */
const CLEAN_UP_MS = 10_000

/**
 * On SIGINT or SIGTERM, removes every open sandbox (a mounted disk would outlive the process), calls `close`, and
 * exits. A program interrupted inside a sandbox never continues, so it reports nothing.
 */
export function cleanUpOnSignal(close: () => Promise<unknown> = async () => {}) {
  const end = async () => {
    if (isInterrupted) process.exit(130)
    isInterrupted = true
    const removed = Promise.allSettled([...open].map((stack) => stack.disposeAsync()))
    await Promise.race([removed.then(close), pause(CLEAN_UP_MS)]).catch(() => {})
    process.exit(130)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}
