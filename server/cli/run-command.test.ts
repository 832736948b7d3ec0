import assert from 'node:assert/strict'
import { readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/test-app.ts'

const elsewhere = { DATABASE_URL: 'sqlite:bakup.db' }

for (const [name, ...args] of [
  ['projects'],
  ['deliveries'],
  ['deliveries', '--retry', 'all'],
  ['deliveries', '--hold'],
  ['desk', 'list'],
  ['desk', 'reset', 'ada@kitchens.example'],
  ['desk', 'remove', 'ada@kitchens.example'],
  ['sample', '--remove'],
] as const) {
  it(`where there is no database none is made, and nothing is called well: ${name} ${args.join(' ')}`, async (t) => {
    const directory = await temporaryDirectory(t)
    const told = await command(name, directory)([...args], elsewhere)
    assert.equal(told, 'failed: There is no database bakup.db (DATABASE_URL).\n')
    assert.deepEqual(await readdir(directory), [])
  })
}

for (const [name, ...args] of [
  ['desk', 'add', 'Ada', 'ada@kitchens.example'],
  ['sample', '1'],
] as const) {
  it(`a database that a command made is told, once: ${name} ${args[0]}`, async (t) => {
    const run = command(name, await temporaryDirectory(t))
    const told = /\nThere was no database bakup\.db until now\. .*\n$/
    assert.match(await run([...args], elsewhere), told)
    assert.doesNotMatch(await run([...args], elsewhere), told)
  })
}

it('a database that does not answer is told by the setting that names it', async (t) => {
  const run = command('projects', await temporaryDirectory(t))
  assert.match(
    await run([], { DATABASE_URL: 'postgres://guide:secret@127.0.0.1:1/guide' }),
    /^failed: The database that DATABASE_URL names: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  )
})

it('an empty file, such as a copy that failed leaves, is no database, and stays empty', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(`${directory}/bakup.db`, '')
  const told = await command('deliveries', directory)(['--hold'], elsewhere)
  assert.equal(told, 'failed: There is no database bakup.db (DATABASE_URL).\n')
  assert.equal((await stat(`${directory}/bakup.db`)).size, 0)
})

it('a database that cannot be looked at is not called missing', async (t) => {
  const directory = await temporaryDirectory(t)
  await symlink('data', `${directory}/data`)
  assert.match(
    await command('projects', directory)([]),
    /^failed: Whether there is a database data\/projects\.db .* ELOOP: too many symbolic links encountered, stat '[^']+'\.\n$/,
  )
})

it('a command that was called wrongly makes no database either', async (t) => {
  const directory = await temporaryDirectory(t)
  assert.match(await command('desk', directory)(['ad', 'Ada', 'ada@kitchens.example']), /^failed: .*Usage/s)
  assert.match(await command('projects', directory)(['--since', 'May']), /^failed: .*Usage/s)
  assert.deepEqual(await readdir(directory), [])
})

for (const [name, option] of [
  ['deliveries', 'hold'],
  ['deliveries', 'retry'],
  ['projects', 'since'],
] as const) {
  it(`an option that npm has kept for itself is not done without: ${name} --${option}`, async (t) => {
    const told = await command(name, await temporaryDirectory(t))([], { [`npm_config_${option}`]: 'true' })
    assert.match(told, new RegExp(`^failed: npm kept --${option} for itself: .*Usage`, 's'))
  })
}
