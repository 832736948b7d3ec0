import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from './test-app.ts'
import { command } from './test-command.ts'

/** What a command says of the database that `.env` names: none of these is there. */
async function toldWith(t: TestContext, content: string | Buffer, env: Record<string, string> = {}) {
  const directory = await temporaryDirectory(t)
  await writeFile(`${directory}/.env`, content)
  return command('projects', directory)([], env)
}

const named = (path: string) => `failed: There is no database ${path} (DATABASE_URL).\n`

it('the first line counts too where an editor began the file with a byte order mark', async (t) => {
  const text = '\uFEFFDATABASE_URL=sqlite:first.db\r\nLOG_LEVEL=warn\r\n'
  assert.equal(await toldWith(t, text), named('first.db'))
})

it('a file in another encoding is refused instead of being passed over', async (t) => {
  const text = 'DATABASE_URL=sqlite:küche.db\n'
  for (const content of [
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'latin1'),
  ])
    assert.equal(await toldWith(t, content), 'failed: .env must be saved as UTF-8.\n')
  assert.equal(await toldWith(t, text), named('küche.db'))
})

it('a name that is no setting is refused, so that a slip of the pen is not a default', async (t) => {
  const told = await toldWith(t, 'PORT=3000\nMAIL_ULR=smtp://mail.example\nHOTS=::1\n')
  assert.match(told, /^failed: \.env sets HOTS, MAIL_ULR, /)
})

it('what other programs read may stand in it, and so may every line of .env.example', async (t) => {
  const others = ['POSTGRES_PASSWORD', 'GOOGLE_APPLICATION_CREDENTIALS', 'TZ']
  const more = ['PGSSLMODE', 'COMPOSE_PROJECT_NAME', 'HTTPS_PROXY', 'NO_PROXY']
  const lines = [...others, ...more].map((name) => `${name}=\n`)
  assert.equal(await toldWith(t, lines.join('')), named('data/projects.db'))

  const directory = await temporaryDirectory(t)
  await copyFile(fileURLToPath(new URL('../.env.example', import.meta.url)), `${directory}/.env`)
  assert.equal(await command('projects', directory)([]), named('data/projects.db'))
})

it('what Node reads before the file is refused there, since it would do nothing', async (t) => {
  const told = await toldWith(t, 'NODE_EXTRA_CA_CERTS=mail.pem\nTZ=UTC\nNODE_OPTIONS=--use-system-ca\n')
  assert.equal(
    told,
    'failed: Names that begin with NODE_ must be set in the environment, since Node reads them before .env: NODE_EXTRA_CA_CERTS, NODE_OPTIONS.\n',
  )
})

it('the environment wins over the file, and may have any name', async (t) => {
  const told = await toldWith(t, 'DATABASE_URL=sqlite:file.db\n', {
    DATABASE_URL: 'sqlite:environment.db',
    MAIL_ULR: 'x',
  })
  assert.equal(told, named('environment.db'))
})

it('a folder of that name is told', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(`${directory}/.env`)
  assert.equal(await command('projects', directory)([]), 'failed: .env is there but cannot be read.\n')
})
