import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^\.[0-9a-f-]{36}\.backup\.tmp/
const LEFT_BEHIND_MS = 24 * 3600_000

/**
 * Creates a file in a folder, readable by the owner only. It is removed at the end of the block or the process, unless it
 * was renamed. Also removes files left behind by killed processes.
 */
export function temporaryFile(folder: string): Disposable & { readonly path: string } {
  for (const name of readdirSync(folder).filter((one) => NAME.test(one))) {
    const changedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (changedAt < Date.now() - LEFT_BEHIND_MS) rmSync(join(folder, name), { force: true })
  }
  const path = join(folder, `.${randomUUID()}.backup.tmp`)
  const remove = () => {
    // SQLite may have created the others.
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  }
  process.once('exit', remove)
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Options of a stream that does not recreate a removed file, and ends once the data is on the disk. */
export const toExisting = { flags: 'r+', flush: true } as const
