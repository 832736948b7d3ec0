import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command } from '../testing/run-cli.ts'
import { endProcess, eventually, startProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

it('a backup is readable by its owner only, and is restored to a missing database', async (t) => {
  const directory = await temporaryDirectory(t)
  const [sample, backup, restore] = ['sample', 'backup', 'restore'].map((name) => command(name, directory))
  assert.ok(sample && backup && restore)
  await sample(['3'])
  // restore-backup.test.ts encrypts and decrypts: deriving a key takes more than a second on purpose.
  assert.match(
    await backup(['copy.db']),
    /^Backed up the file data\/projects\.db to copy\.db: \d\.\d MB, not encrypted, checked\.\n$/,
  )
  assert.equal((await stat(join(directory, 'copy.db'))).mode & 0o777, 0o600)
  assert.match(
    await restore(['copy.db'], { DATABASE_URL: 'sqlite:new/projects.db' }),
    /^Restored copy\.db to the file new\/projects\.db\.\n.* npm run messages -- --hold\n/,
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
