import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import type { StorageConfig } from '../config/database-url.ts'
import { copyDatabase } from '../db/sqlite/copy-database.ts'
import { OperatorError } from '../lib/errors.ts'
import { decrypt, encrypt } from './encryption.ts'
import { temporaryFile, toExisting } from './temporary-file.ts'

export type BackupConfig = Pick<Config, 'storage' | 'backupPassphrase'>

/**
 * Makes a backup, verifies it, and returns its size. The server may be running. The file appears only when it is
 * complete.
 */
export async function makeBackup(
  { storage, backupPassphrase: passphrase }: BackupConfig,
  file: string,
): Promise<number> {
  const path = sqlitePath(storage)
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another name.`)
  using draft = temporaryFile(dirname(file))
  if (passphrase === null) {
    await copyDatabase(path, draft.path)
  } else {
    // In the database's folder, so that no unencrypted data is written to the backup's disk.
    using copy = temporaryFile(dirname(path))
    await copyDatabase(path, copy.path)
    const encrypted = await encrypt(createReadStream(copy.path), passphrase)
    await pipeline(encrypted, createWriteStream(draft.path, toExisting))
    for await (const _ of await decrypt(createReadStream(draft.path), passphrase));
  }
  await rename(draft.path, file)
  await using folder = await open(dirname(file))
  await folder.sync()
  return (await stat(file)).size
}

/** The path of the database. Throws if it is not SQLite, because PostgreSQL has its own backup programs. */
export function sqlitePath(storage: StorageConfig): string {
  switch (storage.driver) {
    case 'sqlite':
      return storage.path
    case 'postgres':
      throw new OperatorError(
        'This command is for SQLite. For PostgreSQL, use pg_dump and pg_restore as described in docs/operations.md.',
      )
  }
}
