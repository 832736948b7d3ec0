import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { it } from 'node:test'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

const misspelled = { DATABASE_URL: 'sqlite:bakup.db' }

it('a command that reads a database does not create a missing one', async (t) => {
  const directory = await temporaryDirectory(t)
  for (const [name, ...args] of [
    ['projects'],
    ['messages', '--hold'],
    ['desk', 'list'],
    ['desk', 'remove', 'ada@kitchens.example'],
    ['sample', '--remove'],
  ] as const) {
    const printed = await command(name, directory)([...args], misspelled)
    assert.equal(printed, 'failed: There is no database bakup.db (DATABASE_URL).\n', `${name} ${args}`)
  }
  assert.deepEqual(await readdir(directory), [])
})

it('a command that creates a database says so once', async (t) => {
  for (const [name, ...args] of [
    ['desk', 'add', 'Ada', 'ada@kitchens.example'],
    ['sample', '1'],
  ] as const) {
    const run = command(name, await temporaryDirectory(t))
    const note = /\nCreated the database bakup\.db\. .*\n$/
    assert.match(await run([...args], misspelled), note)
    assert.doesNotMatch(await run([...args], misspelled), note)
  }
})

it('a database that does not answer is reported with its setting', async (t) => {
  const run = command('projects', await temporaryDirectory(t))
  assert.match(
    await run([], { DATABASE_URL: 'postgres://guide:secret@127.0.0.1:1/guide' }),
    /^failed: The database in DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  )
})

it('wrong usage does not create a database', async (t) => {
  const directory = await temporaryDirectory(t)
  assert.match(await command('desk', directory)(['ad', 'Ada', 'ada@kitchens.example']), /^failed: .*Usage/s)
  assert.match(await command('projects', directory)(['--since', 'May']), /^failed: .*Usage/s)
  assert.deepEqual(await readdir(directory), [])
})

it('an option that npm consumed is reported', async (t) => {
  const printed = await command('messages', await temporaryDirectory(t))([], { npm_config_hold: 'true' })
  assert.match(printed, /^failed: npm consumed --hold\. .*Usage/s)
})
