import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command } from '../testing/run-cli.ts'
import { endProcess, eventually, startProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/test-app.ts'

it('a backup is readable by its owner only, and is restored to a missing database', async (t) => {
  const directory = await temporaryDirectory(t)
  const [sample, backup, restore] = ['sample', 'backup', 'restore'].map((name) => command(name, directory))
  assert.ok(sample && backup && restore)
  await sample(['3'])
  assert.match(
    await backup(['copy.db'], { BACKUP_PASSPHRASE: 'five random words of yours' }),
    /^Backed up the file data\/projects\.db to copy\.db: \d\.\d MB, encrypted, checked\.\n$/,
  )
  assert.match(await backup(['plain.db']), /, not encrypted, checked\.\n$/)
  for (const name of ['copy.db', 'plain.db'])
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600, name)
  assert.match(
    // restore-backup.test.ts decrypts: deriving a key takes more than a second on purpose.
    await restore(['plain.db'], { DATABASE_URL: 'sqlite:new/projects.db' }),
    /^Restored plain\.db to the file new\/projects\.db\.\n.* npm run messages -- --hold\n/,
  )
  assert.equal((await stat(join(directory, 'new/projects.db'))).mode & 0o777, 0o600)
  assert.match(await restore(['copy.db']), /^failed: data\/projects\.db exists\. Move it elsewhere first/)
})

it('a backup that is interrupted leaves no file', async (t) => {
  const directory = await temporaryDirectory(t)
  await command('sample', directory)(['3'])
  const env = { BACKUP_PASSPHRASE: 'five random words of yours' }
  const file = fileURLToPath(new URL('backup.ts', import.meta.url))
  const backup = startProcess(process.execPath, [file, 'copy'], { cwd: directory, env })
  const drafts = async () =>
    (await readdir(directory, { recursive: true })).filter((name) => name.includes('.backup.tmp'))
  await eventually(async () => (await drafts()).length > 0)
  await endProcess(backup, 'SIGTERM')
  assert.deepEqual(await drafts(), [])
  assert.deepEqual(await readdir(directory), ['data'])
})
