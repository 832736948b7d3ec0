import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createPeople } from './desk/people.ts'
import { openSqlite } from './store/sqlite.ts'
import { temporaryDirectory } from './test-app.ts'

const run = promisify(execFile)

// What whoever runs the tests has set must not reach the commands here: nobody they add would be found.
process.env.DATABASE_URL = 'sqlite:elsewhere/projects.db'
const { PATH } = process.env

/** Runs a command of the product in a directory of its own. */
const command =
  (name: string, cwd: string) =>
  async (args: string[], env: Record<string, string> = {}) => {
    const file = fileURLToPath(new URL(`${name}-command.ts`, import.meta.url))
    const options = { cwd, env: { PATH, ...env } }
    return run(process.execPath, [file, ...args], options).then(
      ({ stdout }) => stdout,
      (error: unknown) => `failed: ${String(Object(error).stdout)}${String(Object(error).stderr)}`,
    )
  }

it('somebody is added by a link that is good once, and removed', async (t) => {
  const directory = await temporaryDirectory(t)
  const desk = command('desk', directory)
  assert.match(await desk(['list']), /the desk is off/)
  const told = await desk(['add', 'Ada', 'Byron', 'Ada@kitchens.example'], {
    SITE_DOMAIN: 'kitchens.example',
  })
  const token = /https:\/\/kitchens\.example\/desk#set=([\w-]{43})\n/.exec(told)?.[1] ?? ''
  assert.match(await desk(['list']), /^Ada Byron {2}ada@kitchens\.example {2}has not chosen/)
  assert.match(await desk(['add', 'Ada', 'ada@kitchens.example']), /^failed: .*there already/)

  const driver = openSqlite(`${directory}/data/projects.db`)
  t.after(() => driver.close())
  assert.ok(driver.tables)
  const people = createPeople(driver.tables)
  assert.equal(await people.linkOf(token, new Date()), 'ada@kitchens.example')
  assert.equal(await people.linkOf(token, new Date(Date.now() + 7.1 * 24 * 3600_000)), null)
  assert.match(await desk(['reset', 'ada@kitchens.example']), /http:\/\/127\.0\.0\.1:3000\/desk#set=/)
  assert.equal(await people.linkOf(token, new Date()), null)
  for (const [host, named] of [
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['::1', '[::1]'],
  ] as const)
    assert.ok(
      (await desk(['reset', 'ada@kitchens.example'], { HOST: host })).includes(`http://${named}:3000/`),
    )
  assert.match(await desk(['remove', 'ada@kitchens.example']), /is removed/)
  assert.match(await desk(['add', 'nobody']), /^failed: .*Usage/s)
})

it('samples come and go by one command', async (t) => {
  const sample = command('sample', await temporaryDirectory(t))
  assert.match(await sample(['7']), /^7 sample projects made/)
  assert.match(await sample(['--remove']), /^7 sample projects removed/)
  assert.match(await sample(['1e9']), /^failed: .*Usage/s)
})
