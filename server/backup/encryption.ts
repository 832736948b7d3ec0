import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { OperatorError } from '../lib/errors.ts'

/** The first bytes of a file in age's format. */
export const AGE_HEADER = 'age-encryption.org/'

/** Encrypts in age's format. Deriving the key takes seconds and 300 MB, and blocks the event loop. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return Readable.from(await encrypter.encrypt(webStream(plain)), { objectMode: false })
}

/** Decrypts the output of `encrypt`. If the end is missing, the stream fails there. */
export async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.from(intact(await decrypter.decrypt(webStream(encrypted))), { objectMode: false })
  } catch (error) {
    if (!String(error).includes('no identity matched')) throw damaged
    throw new OperatorError('This backup was encrypted with a different BACKUP_PASSPHRASE.')
  }
}

const damaged = new OperatorError('The backup is damaged or incomplete.')

async function* intact(decrypted: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* decrypted
  } catch {
    throw damaged
  }
}

const webStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
