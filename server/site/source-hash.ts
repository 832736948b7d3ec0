import { createHash, type Hash } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A build writes the hash of its sources here. */
export const SOURCE_HASH_FILE = 'dist/source-hash.txt'

export const SOURCES = ['questionnaire', 'desk', 'web', 'scripts', 'vite.config.ts', 'package-lock.json']

const CHUNK_BYTES = 256 * 1024

export async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  // One buffer for all files, because the process would keep the memory allocated for pictures and films.
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (const source of SOURCES) {
    for (const file of await filesOf(source)) {
      hash.update(file).update('\0')
      await addFile(hash, file, chunk)
    }
  }
  return hash.digest('hex')
}

/** True if dist/ was built from the current sources. */
export async function isBuilt(): Promise<boolean> {
  const built = await builtFrom()
  return built !== null && built === (await sourceHash())
}

/** True if dist/ was built from different sources. False in a container image, which has no sources. */
export async function isBuildOutdated(): Promise<boolean> {
  const built = await builtFrom()
  const current = await sourceHash().catch(() => built)
  return built !== null && built !== current
}

const builtFrom = (): Promise<string | null> => readFile(SOURCE_HASH_FILE, 'utf8').catch(() => null)

async function addFile(hash: Hash, file: string, chunk: Buffer) {
  await using opened = await open(file)
  for (;;) {
    const { bytesRead } = await opened.read(chunk)
    if (bytesRead === 0) return
    hash.update(chunk.subarray(0, bytesRead))
  }
}

async function filesOf(source: string): Promise<readonly string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [source]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
