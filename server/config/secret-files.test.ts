import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { OperatorError } from '../lib/errors.ts'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { secrets } from './config.ts'
import { readSecretFiles } from './secret-files.ts'

it('a secret is read from its file, which .env or the environment names', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(`${directory}/address`, 'sqlite:from-file.db\n')
  const missing = 'failed: There is no database from-file.db (DATABASE_URL).\n'
  assert.equal(await command('projects', directory)([], { DATABASE_URL_FILE: 'address' }), missing)
  await writeFile(`${directory}/.env`, 'DATABASE_URL_FILE=address\nDATABASE_URL=\n')
  assert.equal(await command('projects', directory)([]), missing)
})

it('a secret that is set twice, or whose file is missing, empty or unreadable, is refused by its name', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(`${directory}/empty`, ' \n')
  await mkdir(`${directory}/folder`)
  const refused = (file: string, message: string, token = '') =>
    assert.throws(
      () => readSecretFiles(['METRICS_TOKEN'], { METRICS_TOKEN_FILE: file, METRICS_TOKEN: token }),
      new OperatorError(message),
    )
  const named = (name: string) => `The file ${directory}/${name} (METRICS_TOKEN_FILE)`
  refused(`${directory}/empty`, 'METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Remove one.', 'x')
  refused(`${directory}/none`, `${named('none')} does not exist.`)
  refused(`${directory}/empty`, `${named('empty')} is empty.`)
  refused(`${directory}/folder`, `${named('folder')} cannot be read.`)
})

it('the Compose files give the server only files that it reads', async () => {
  const found: string[] = []
  for (const file of ['compose.yaml', 'compose.sqlite.yaml']) {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
    found.push(...[...text.matchAll(/^ +(\w+)_FILE:/gm)].map(([, name = '']) => name))
  }
  assert.ok(found.length > 0)
  assert.deepEqual(
    found.filter((name) => name !== 'POSTGRES_PASSWORD' && !secrets.includes(name)),
    [],
  )
})
