import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { OperatorError } from '../server/lib/errors.ts'
import { whileClosed } from '../server/testing/closed-folder.ts'
import { temporaryDirectory } from '../server/testing/test-app.ts'
import { emptyFolder } from './empty-folder.ts'

it('the contents of the folder are removed', async (t) => {
  const folder = `${await temporaryDirectory(t)}/dist`
  await emptyFolder(folder)
  await writeFile(`${folder}/old.js`, '')
  await emptyFolder(folder)
  assert.deepEqual(await readdir(folder), [])
})

it('a folder without write permission is reported with what to do', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(`${directory}/dist`)
  await whileClosed(directory, 0o555, () =>
    assert.rejects(
      emptyFolder(`${directory}/dist`),
      (error: unknown) =>
        error instanceof OperatorError &&
        /dist cannot be replaced: EACCES.* needs write permission/.test(error.message),
    ),
  )
})
