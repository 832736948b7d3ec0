import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything one fault needs, ended and removed in reverse order when the fault is over. */
export interface Stage extends AsyncDisposable {
  readonly directory: string
  after(end: () => unknown): void
}

export async function createStage(within: string = tmpdir()): Promise<Stage> {
  const directory = await mkdtemp(join(within, 'kitchen-guide-faults-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }))
  return {
    directory,
    after: (end) =>
      stack.defer(async () => {
        await end()
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
