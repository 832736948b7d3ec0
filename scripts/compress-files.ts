import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Puts a .br and a .gz beside every file of text below a folder; pictures and fonts are compressed already. */
export async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => /\.(html|js|css|svg|vtt|webmanifest)$/.test(file))
      .map((file) => compress(join(folder, file))),
  )
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  await writeFile(
    `${file}.br`,
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  await writeFile(`${file}.gz`, await smallestGzip(text))
}

/** How much gzip keeps in mind at once decides where it starts a new alphabet: which suits a text best is not foretold. */
async function smallestGzip(text: Buffer): Promise<Buffer> {
  const tried = await Promise.all(
    [5, 6, 7, 8].map((memLevel) => promisify(gzip)(text, { level: 9, memLevel })),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}
