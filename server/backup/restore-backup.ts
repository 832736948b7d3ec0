import { createWriteStream, lstatSync, mkdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeError, OperatorError } from '../lib/errors.ts'
import { expectComplete, expectNoTables, restoreDump } from '../store/postgres/dump.ts'
import { expectIntact } from '../store/sqlite/copy-database.ts'
import { type BackupConfig, type BackupOptions, counted } from './make-backup.ts'
import { openBackup } from './open-backup.ts'
import { temporaryFile, toExisting } from './temporary-file.ts'

/** Restores a backup to the database that DATABASE_URL names, which must be empty. If it fails, nothing is changed. */
export async function restoreBackup(
  { storage, backupPassphrase }: BackupConfig,
  file: string,
  { env, report }: BackupOptions,
): Promise<void> {
  const read = (kind: keyof typeof names) => contentOf(file, kind, backupPassphrase)
  switch (storage.driver) {
    case 'firestore':
      throw new OperatorError('With Firestore, use gcloud firestore import: docs/operations.md.')
    case 'postgres': {
      const target = { url: storage.url, env }
      await expectNoTables(storage.url)
      await expectComplete(await read('postgres'), target)
      return restoreDump(await read('postgres'), target)
    }
    case 'sqlite': {
      const { path } = storage
      for (const found of [path, `${path}-wal`])
        if (lstatSync(found, { throwIfNoEntry: false }))
          throw new OperatorError(
            `${found} exists. Move it away first, with the files beside it that end in -wal and -shm.`,
          )
      const content = await read('sqlite')
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      using draft = temporaryFile(dirname(path))
      await pipeline(content, counted(report), createWriteStream(draft.path, toExisting))
      try {
        expectIntact(draft.path)
      } catch (error) {
        throw new OperatorError(`${file} is damaged, or not of this product: ${describeError(error)}.`)
      }
      await rename(draft.path, path)
    }
  }
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

async function contentOf(
  file: string,
  kind: keyof typeof names,
  passphrase: string | null,
): Promise<Readable> {
  const opened = await openBackup(file, passphrase)
  if (opened.kind === kind) return opened.content
  opened.content.destroy()
  if (opened.kind === null) throw new OperatorError(`${file} is not a backup of this product.`)
  throw new OperatorError(
    `${file} is a backup of ${names[opened.kind]}, and DATABASE_URL names ${names[kind]}.`,
  )
}
