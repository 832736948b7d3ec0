import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compressFiles } from './compress-files.ts'

it('gzip files are smaller than with the default memory level', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'compressed-'))
  t.after(() => rm(folder, { recursive: true }))
  const text = Buffer.from(someOf('0123456789') + someOf('abcdefghijklm') + someOf('nopqrstuvwxyz'))
  await writeFile(join(folder, 'page.css'), text)
  await compressFiles(folder)
  const compressed = await readFile(join(folder, 'page.css.gz'))
  assert.ok(compressed.length < gzipSync(text, { level: 9 }).length)
  assert.deepEqual(gunzipSync(compressed), text)
})

/** Some thousand pseudorandom letters, the same in every run. */
function someOf(letters: string): string {
  let state = 1
  return Array.from({ length: 4_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return letters[state % letters.length]
  }).join('')
}
