import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { OperatorError } from '../lib/errors.ts'
import { AGE_HEADER, decrypt } from './encryption.ts'

interface OpenedBackup {
  /** What the backup was made of; null if it is no backup. */
  readonly kind: 'sqlite' | 'postgres' | null
  readonly content: Readable
}

/** Opens a backup, and decrypts it if it is encrypted. */
export async function openBackup(file: string, passphrase: string | null): Promise<OpenedBackup> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  const stored = createReadStream(file)
  const start = await peek(stored)
  if (!start.startsWith(AGE_HEADER)) return { kind: kindOf(start), content: stored }
  if (passphrase === null) throw new OperatorError(`${file} is encrypted: set BACKUP_PASSPHRASE.`)
  const content = await decrypt(stored, passphrase)
  return { kind: kindOf(await peek(content)), content }
}

function kindOf(start: string): OpenedBackup['kind'] {
  if (start.startsWith('SQLite format 3\0')) return 'sqlite'
  return start.startsWith('PGDMP') ? 'postgres' : null
}

/** The first characters of a stream, which stay in it. */
async function peek(stream: Readable): Promise<string> {
  await once(stream, 'readable')
  const start: Buffer | null = stream.read()
  if (start) stream.unshift(start)
  return start?.toString('latin1', 0, 32) ?? ''
}
