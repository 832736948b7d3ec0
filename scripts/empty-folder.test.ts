import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { it } from 'node:test'
import { OperatorError } from '../server/lib/errors.ts'
import { whileClosed } from '../server/testing/closed-folder.ts'
import { temporaryDirectory } from '../server/testing/temporary-directory.ts'
import { emptyFolder } from './empty-folder.ts'

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
