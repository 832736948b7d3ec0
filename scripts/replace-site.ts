import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** How long to keep the files of earlier builds, because visitors may leave a page open for days. */
const KEEP_MS = 7 * 24 * 3600_000

/**
 * Replaces the build in `dist` with the one in a folder. Open pages refer to files of earlier builds, and the running
 * server sends such pages until it restarts, so these files are kept for a week. The page refers to all other files, so it
 * is moved last.
 */
export async function replaceSite(folder: string, dist: string, now = Date.now()): Promise<void> {
  const files = await filesIn(`${folder}/site`)
  for (const file of files) await move(`${folder}/site/${file}`, `${dist}/site/${file}`)
  await dropOldFiles(new Set(files), dist, now)
  await move(`${folder}/page/page.js`, `${dist}/page/page.js`)
}

/** When each file of an earlier build was replaced, by its path in `site`. */
export async function replacedFiles(dist: string): Promise<Readonly<Record<string, number>>> {
  return JSON.parse(await readFile(listIn(dist), 'utf8').catch(() => '{}'))
}

async function dropOldFiles(current: ReadonlySet<string>, dist: string, now: number) {
  const before = await replacedFiles(dist)
  const replaced: Record<string, number> = {}
  for (const file of await filesIn(`${dist}/site`)) {
    if (current.has(file)) continue
    const at = before[file] ?? now
    if (now - at > KEEP_MS) await rm(`${dist}/site/${file}`)
    else replaced[file] = at
  }
  await writeFile(listIn(dist), JSON.stringify(replaced))
}

const listIn = (dist: string) => `${dist}/replaced-files.json`

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

async function move(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
}
