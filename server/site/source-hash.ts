import { createHash, type Hash } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a build remembers what it was made from. */
export const SOURCE_HASH_FILE = 'dist/source-hash.txt'

/** Everything a build is made from: a `git pull` that changes any of it must never serve the old site. */
export const SOURCES = ['questionnaire', 'desk', 'web', 'scripts', 'vite.config.ts', 'package-lock.json']

const PART_BYTES = 256 * 1024

export async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  // One for all: what pictures and film take, a server that goes on for months would hold.
  const part = Buffer.alloc(PART_BYTES)
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      hash.update(file).update('\0')
      await addFile(hash, file, part)
    }
  }
  return hash.digest('hex')
}

async function addFile(hash: Hash, file: string, part: Buffer) {
  await using opened = await open(file)
  for (;;) {
    const { bytesRead } = await opened.read(part)
    if (bytesRead === 0) return
    hash.update(part.subarray(0, bytesRead))
  }
}

/** True when dist/ was made from the sources as they are now. */
export async function isBuilt(): Promise<boolean> {
  const built = await builtFrom()
  return built !== null && built === (await sourceHash())
}

/** The hash of what dist/ was made from, or null where nobody knows. */
export const builtFrom = (): Promise<string | null> => readFile(SOURCE_HASH_FILE, 'utf8').catch(() => null)

async function filesOf(source: string): Promise<readonly string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [source]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
