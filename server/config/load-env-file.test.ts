import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

/** Runs a command with this `.env`. It names the database from DATABASE_URL, which does not exist. */
async function runWith(t: TestContext, content: string, env: Record<string, string> = {}) {
  const directory = await temporaryDirectory(t)
  await writeFile(`${directory}/.env`, content)
  return command('projects', directory)([], env)
}

const missing = (path: string) => `failed: There is no database ${path} (DATABASE_URL).\n`

it('settings are read from .env, and the environment wins', async (t) => {
  const file = 'DATABASE_URL="sqlite:file.db" # ours\nPOSTGRES_PASSWORD=x\nTZ=UTC\n'
  assert.equal(await runWith(t, file), missing('file.db'))
  const env = { DATABASE_URL: 'sqlite:environment.db', MAIL_ULR: 'x' }
  assert.equal(await runWith(t, file, env), missing('environment.db'))
})

it('a misspelled setting in .env is refused by its name', async (t) => {
  assert.match(
    await runWith(t, 'PORT=3000\nMAIL_ULR=smtp://mail.example\nHOTS=::1\n'),
    /^failed: \.env sets HOTS, MAIL_ULR, which is not a setting/,
  )
})

it('.env.example can be used as it is', async (t) => {
  const directory = await temporaryDirectory(t)
  await copyFile(fileURLToPath(new URL('../../.env.example', import.meta.url)), `${directory}/.env`)
  assert.equal(await command('projects', directory)([]), missing('data/projects.db'))
})

it('a .env that cannot be read is reported', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(`${directory}/.env`)
  assert.equal(await command('projects', directory)([]), 'failed: The file .env exists but cannot be read.\n')
})
