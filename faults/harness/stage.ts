import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything one fault needs, ended and removed in reverse order when the fault is over. */
export interface Stage extends AsyncDisposable {
  readonly directory: string
  after(end: () => unknown): void
}

export async function createStage(): Promise<Stage> {
  if (isOver) await NEVER
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-faults-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  stages.add(stack)
  return {
    directory,
    after: (end) =>
      stack.defer(async () => {
        await end()
      }),
    async [Symbol.asyncDispose]() {
      if (isOver) await NEVER
      stages.delete(stack)
      await stack.disposeAsync()
    },
  }
}

const stages = new Set<AsyncDisposableStack>()
let isOver = false
const NEVER = new Promise<never>(() => {})

/**
 * For whoever is told to end in the middle: a disk that is mounted, say, would outlive the process. A fault
 * whose stage is taken away never ends, so that nobody writes down what it would find.
 */
export async function removeStages(): Promise<void> {
  isOver = true
  await Promise.allSettled([...stages].map((stack) => stack.disposeAsync()))
}
