import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Writes a .br and a .gz next to every text file in a folder. Pictures and fonts are already compressed. */
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

/** Tries several memory levels, because the best one depends on the text. */
async function smallestGzip(text: Buffer): Promise<Buffer> {
  const tried = await Promise.all(
    [5, 6, 7, 8].map((memLevel) => promisify(gzip)(text, { level: 9, memLevel })),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}
