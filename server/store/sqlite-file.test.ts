import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '../test-app.ts'
import { MOST_READ_THROUGH_BYTES, openFile } from './sqlite-file.ts'

it('a large file is not read through when it is opened, and damage is met by whoever reads it', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const { db: made } = openFile(path)
  made.exec(`create table words (word text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into words select hex(randomblob(1000)) from n`)
  made.close()
  assert.ok(statSync(path).size > MOST_READ_THROUGH_BYTES)

  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(8192, 'damage'), 0, 8192, MOST_READ_THROUGH_BYTES / 2)
  closeSync(file)
  const { db } = openFile(path)
  t.after(() => db.close())
  assert.throws(() => db.prepare('select word from words').all(), /malformed/)
})
