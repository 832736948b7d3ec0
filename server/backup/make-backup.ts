import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config, Environment } from '../config/config.ts'
import { OperatorError } from '../lib/errors.ts'
import { dumpDatabase, expectComplete } from '../store/postgres/dump.ts'
import { copyDatabase } from '../store/sqlite/copy-database.ts'
import { encrypt } from './encryption.ts'
import { openBackup } from './open-backup.ts'
import { temporaryFile, toExisting } from './temporary-file.ts'

export type BackupConfig = Pick<Config, 'storage' | 'backupPassphrase'>

export interface BackupOptions {
  /** For the programs of PostgreSQL. */
  readonly env: Environment
  /** Called with the number of bytes copied, and of all bytes if it is known. */
  readonly report: (bytes: number, allBytes?: number) => void
}

/**
 * Makes a backup, reads it again to check it, and returns its size. The server may be running. The file appears only
 * once it is complete.
 */
export async function makeBackup(
  { storage, backupPassphrase: passphrase }: BackupConfig,
  file: string,
  { env, report }: BackupOptions,
): Promise<number> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already: choose another name.`)
  using draft = temporaryFile(dirname(file))
  const write = async (content: Readable) => {
    const stored = passphrase === null ? content : await encrypt(content, passphrase)
    await pipeline(stored, counted(report), createWriteStream(draft.path, toExisting))
  }
  const readAgain = async () => (await openBackup(draft.path, passphrase)).content

  switch (storage.driver) {
    case 'firestore':
      throw new OperatorError('With Firestore, use gcloud firestore export: docs/operations.md.')
    case 'postgres': {
      const target = { url: storage.url, env }
      await dumpDatabase(target, write)
      await expectComplete(await readAgain(), target)
      break
    }
    case 'sqlite': {
      if (passphrase === null) {
        await copyDatabase(storage.path, draft.path, report)
        break
      }
      // Beside the database: the disk of the backup must not see what is not encrypted.
      using copy = temporaryFile(dirname(storage.path))
      await copyDatabase(storage.path, copy.path, report)
      await write(createReadStream(copy.path))
      for await (const _ of await readAgain());
    }
  }
  await rename(draft.path, file)
  await using folder = await open(dirname(file))
  await folder.sync()
  return (await stat(file)).size
}

/** A step of a pipeline that counts the bytes. */
export const counted = (report: BackupOptions['report']) =>
  async function* count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      report(bytes)
      yield chunk
    }
  }
