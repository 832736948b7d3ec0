import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { temporaryFile } from './temporary-file.ts'

it('temporary files are removed at the end, and those that a killed process left after a day', async (t) => {
  const folder = await temporaryDirectory(t)
  const old = `.${crypto.randomUUID()}.backup.tmp`
  const fresh = `.${crypto.randomUUID()}.backup.tmp`
  for (const name of [old, `${old}-journal`, fresh, 'other.tmp']) {
    await writeFile(join(folder, name), '')
    if (name !== fresh) await utimes(join(folder, name), 0, 0)
  }
  {
    using file = temporaryFile(folder)
    await writeFile(file.path, '')
    await writeFile(`${file.path}-journal`, '')
  }
  assert.deepEqual((await readdir(folder)).sort(), [fresh, 'other.tmp'].sort())
})
