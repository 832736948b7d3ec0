import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-server-'))
  // A notice may still be written meanwhile.
  t.after(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}
