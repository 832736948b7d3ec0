import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { temporaryDirectory } from './temporary-directory.ts'

let empty: Buffer | undefined

/** Makes a database file, and returns its path. It is a copy, because creating the tables takes longer. */
export async function newSqlite(t: TestContext): Promise<string> {
  const path = join(await temporaryDirectory(t), 'projects.db')
  if (empty) {
    await writeFile(path, empty, { mode: 0o600 })
  } else {
    await openSqlite(path).close()
    empty = await readFile(path)
  }
  return path
}
