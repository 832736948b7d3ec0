import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expectIntact } from '../db/sqlite/copy-database.ts'
import { describeError, OperatorError } from '../lib/errors.ts'
import { AGE_HEADER, decrypt } from './encryption.ts'
import { type BackupConfig, sqlitePath } from './make-backup.ts'
import { temporaryFile, toExisting } from './temporary-file.ts'

/** Restores a backup to the database in DATABASE_URL, which must not exist. If this fails, nothing is changed. */
export async function restoreBackup(
  { storage, backupPassphrase }: BackupConfig,
  file: string,
): Promise<void> {
  const path = sqlitePath(storage)
  for (const found of [path, `${path}-wal`])
    if (lstatSync(found, { throwIfNoEntry: false }))
      throw new OperatorError(`${found} exists. Move it elsewhere first, along with its -wal and -shm files.`)
  const content = await openBackup(file, backupPassphrase)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  using draft = temporaryFile(dirname(path))
  await pipeline(content, createWriteStream(draft.path, toExisting))
  try {
    expectIntact(draft.path)
  } catch (error) {
    throw new OperatorError(`${file} is damaged or is not a backup of this product: ${describeError(error)}.`)
  }
  await rename(draft.path, path)
}

/** Opens a backup, and decrypts it if it is encrypted. */
async function openBackup(file: string, passphrase: string | null): Promise<Readable> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  let content: Readable = createReadStream(file)
  let start = await peek(content)
  if (start.startsWith(AGE_HEADER)) {
    if (passphrase === null) throw new OperatorError(`${file} is encrypted. Set BACKUP_PASSPHRASE.`)
    content = await decrypt(content, passphrase)
    start = await peek(content)
  }
  if (start.startsWith('SQLite format 3\0')) return content
  content.destroy()
  throw new OperatorError(
    start.startsWith('PGDMP')
      ? `${file} is a PostgreSQL dump. Restore it with pg_restore as described in docs/operations.md.`
      : `${file} is not a backup of this product.`,
  )
}

/** Returns the first characters of a stream without consuming them. */
async function peek(stream: Readable): Promise<string> {
  await once(stream, 'readable')
  const start: Buffer | null = stream.read()
  if (start) stream.unshift(start)
  return start?.toString('latin1', 0, 32) ?? ''
}
