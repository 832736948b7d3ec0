import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { submission, testOutbox } from '../testing/outbox.ts'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

/** The command over a database with one project of each of these times. */
async function setUp(t: TestContext, ...times: string[]) {
  const directory = await temporaryDirectory(t)
  let now = new Date(0)
  const { save } = testOutbox(t, openSqlite(`${directory}/data/projects.db`, { clock: () => now }))
  for (const time of times) {
    now = new Date(time)
    await save(submission())
  }
  return command('projects', directory)
}

const countIn = (printed: string) => printed.split('\n').length - 1

it('--since a day counts from midnight in the time zone of the business', async (t) => {
  const projects = await setUp(t, '2026-01-31T05:59:59Z', '2026-01-31T06:00:00Z')
  const since = (text: string, zone: string) => projects(['--since', text], { TIME_ZONE: zone })
  assert.equal(countIn(await since('2026-01-31', 'America/Chicago')), 1)
  assert.equal(countIn(await since('2026-01-31', 'UTC')), 2)
  assert.equal(countIn(await since('2026-01-31T06:00:00Z', 'Asia/Tokyo')), 1)
  assert.equal(countIn(await since('2026-01-31 00:00-06:00', 'Asia/Tokyo')), 1)
  for (const text of ['2026-02-31', '2026-01-31T00:00'])
    assert.match(await since(text, 'America/Chicago'), /^failed: .*Usage/s, text)
})

it('each option may have a -- before it', async (t) => {
  const projects = await setUp(t, '2026-01-30T12:00:00Z', '2026-02-01T12:00:00Z')
  const printed = await projects(['--csv', '--', '--since', '2026-01-31'])
  assert.match(printed, /^\uFEFF"id",/)
  assert.equal(countIn(printed), 2)
})

it('an export to a file is readable by its owner only', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, 'projects.jsonl')
  await command('sample', directory)(['1'])
  const file = await open(path, 'w', 0o644)
  const exporting = spawn(process.execPath, [fileURLToPath(new URL('projects.ts', import.meta.url))], {
    cwd: directory,
    env: {},
    stdio: ['ignore', file.fd, 'ignore'],
  })
  await once(exporting, 'exit')
  await file.close()
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})
