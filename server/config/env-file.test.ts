import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/test-app.ts'
import { expectWhole } from './env-file.ts'

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

it('a line that would be passed over is refused by its number, which gives no password away', async (t) => {
  const notSetting = 'Line 3 of .env is no setting: write it as NAME=VALUE, or # before it if it is a note.'
  const told = await toldWith(t, '# Ours\r\n\r\nMAIL_URL: smtp://u:secret@mail.example\r\nPORT=3000\r\n')
  assert.equal(told, `failed: ${notSetting}\n`)
  for (const line of ['MAIL_TO ada@kitchens.example', 'Our mail', '=3000'])
    assert.throws(() => expectWhole(`PORT=3000\n\n${line}\n`), { message: notSetting })
})

it('a setting that is there twice is refused, since one of the two would do nothing', () => {
  assert.throws(() => expectWhole('MAIL_TO=ada@kitchens.example\nexport PORT=3000\nMAIL_TO=\nPORT = 1\n'), {
    message: '.env sets MAIL_TO, PORT twice: keep one line of each.',
  })
})

it('a value that would be cut is refused', () => {
  for (const value of ['"The "best" kitchens"', "'Joe's kitchens'", '"The best kitchens', 'Kitchens#1'])
    assert.throws(() => expectWhole(`PORT=3000\nBRAND_NAME=${value}\n`), {
      message:
        'Line 2 of .env would be cut at a quote or a #: put the value into one pair of quotes that it does not have itself.',
    })
})

it('quotes, blanks and notes may stand where nothing is lost by them', () => {
  for (const line of [
    ` PORT = "3000" # ours`,
    'PORT=3000 #ours',
    'PORT=',
    'PORT= # not set',
    `BRAND_NAME=Joe's`,
    `BRAND_NAME="Joe's #1"`,
    '#PORT=3000',
    ' ',
  ])
    assert.doesNotThrow(() => expectWhole(`\r\n${line}\r\nHOST=::1\r\n`), line)
})

it('what other programs read may stand in it, and so may every line of .env.example', async (t) => {
  const others = ['POSTGRES_PASSWORD', 'GOOGLE_APPLICATION_CREDENTIALS', 'TZ']
  const more = ['PGSSLMODE', 'COMPOSE_PROJECT_NAME', 'HTTPS_PROXY', 'NO_PROXY']
  const lines = [...others, ...more].map((name) => `${name}=\n`)
  assert.equal(await toldWith(t, lines.join('')), named('data/projects.db'))

  const directory = await temporaryDirectory(t)
  await copyFile(fileURLToPath(new URL('../../.env.example', import.meta.url)), `${directory}/.env`)
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

it('a folder that is called .env is told', async (t) => {
  const directory = await temporaryDirectory(t)
  await mkdir(`${directory}/.env`)
  assert.equal(await command('projects', directory)([]), 'failed: .env is there but cannot be read.\n')
})
