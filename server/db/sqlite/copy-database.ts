import { backup, DatabaseSync } from 'node:sqlite'

const TIMEOUT_MS = 8000
/** The number of pages to copy at a time, between which the process does other work. */
const STEP_PAGES = 1000

/** Copies a snapshot of a database to a new file while the server continues to write, and verifies the copy. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: TIMEOUT_MS })
  try {
    // Without this transaction, the copy would restart after every change.
    source.exec('begin')
    const projects = countProjects(source)
    await backup(source, to, { rate: STEP_PAGES })
    const copied = expectIntact(to)
    if (copied !== projects) throw new Error(`Only ${copied} of ${projects} projects were copied`)
  } finally {
    source.close()
  }
}

/** Returns the number of projects. Throws if the file is damaged or not a database of this product. */
export function expectIntact(path: string): number {
  const db = new DatabaseSync(path)
  try {
    // In this mode, the database is in a single file.
    db.exec('pragma journal_mode = delete')
    const { integrity_check: found } = db.prepare('pragma integrity_check(1)').get() ?? {}
    if (found !== 'ok') throw new Error(String(found))
    return countProjects(db)
  } finally {
    db.close()
  }
}

function countProjects(db: DatabaseSync): number {
  // Another program may also have a table of projects, but not one of these tables.
  const isOurs = db.prepare("select 1 from sqlite_schema where name in ('deliveries', 'messages')").get()
  if (!isOurs) throw new Error('It is not a database of this product')
  return Number(db.prepare('select count(*) as count from projects').get()?.count)
}
