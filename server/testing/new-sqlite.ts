import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'

let empty: Buffer | undefined

/** Makes a database file, and returns its path. It is a copy, because creating the tables takes longer. */
export async function newSqlite(directory: string): Promise<string> {
  const path = join(directory, 'projects.db')
  if (empty) {
    await writeFile(path, empty, { mode: 0o600 })
  } else {
    await openSqlite(path).close()
    empty = await readFile(path)
  }
  return path
}
