import assert from 'node:assert/strict'
import { realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { loneFileWarning } from './lone-file-warning.ts'

it('a database that is mounted without its folder is warned of, also behind a link, and no other', async (t) => {
  const directory = realpathSync(await temporaryDirectory(t))
  const [path, link] = [join(directory, 'our projects.db'), join(directory, 'link.db')]
  writeFileSync(path, '')
  symlinkSync(path, link)
  const mountOf = (point: string) =>
    `22 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 22 8:1 /srv ${point.replaceAll(' ', '\\040')} rw - ext4 /dev/sda1 rw\n`
  for (const named of [path, link])
    assert.match(String(loneFileWarning(named, mountOf(path))), /is mounted alone.* mount its folder/)
  assert.equal(loneFileWarning(path, mountOf(directory)), null)
  assert.equal(loneFileWarning(path), null)
})
