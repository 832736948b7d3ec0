import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { OperatorError } from '../server/lib/errors.ts'
import { whileClosed } from '../server/testing/closed-folder.ts'
import { temporaryDirectory } from '../server/testing/test-app.ts'
import { makeAnew } from './make-anew.ts'

it('what was in the folder is gone', async (t) => {
  const folder = `${await temporaryDirectory(t)}/dist`
  await makeAnew(folder)
  await writeFile(`${folder}/old.js`, '')
  await makeAnew(folder)
  assert.deepEqual(await readdir(folder), [])
})

it('a folder that another account has made is told, and what to do', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(`${directory}/dist`)
  await whileClosed(directory, 0o555, () =>
    assert.rejects(
      makeAnew(`${directory}/dist`),
      (error: unknown) =>
        error instanceof OperatorError &&
        /dist cannot be made anew: EACCES.* must be able/.test(error.message),
    ),
  )
})
