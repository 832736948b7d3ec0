import assert from 'node:assert/strict'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { OperatorError } from '../../lib/errors.ts'
import { whileClosed } from '../../testing/closed-folder.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { MAX_CHECKED_BYTES, openFile } from './database-file.ts'
import { openExclusively } from './open-exclusively.ts'

it('a large file is not checked when it is opened; reading a damaged page fails', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const { db: made } = openFile(path)
  made.exec(`create table words (word text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into words select hex(randomblob(1000)) from n`)
  made.close()
  assert.ok(statSync(path).size > MAX_CHECKED_BYTES)

  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(8192, 'damage'), 0, 8192, MAX_CHECKED_BYTES / 2)
  closeSync(file)
  const { db } = openFile(path)
  t.after(() => db.close())
  assert.throws(() => db.prepare('select word from words').all(), /malformed/)
})

const modeOf = (path: string) => statSync(path).mode & 0o777

/** Matches a message that names the setting and the path. */
const refusal = (path: string, words: RegExp) => (error: unknown) =>
  error instanceof OperatorError &&
  error.message.includes('DATABASE_URL') &&
  error.message.includes(path) &&
  words.test(error.message)

it('a folder is refused by name, and its rights stay', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects')
  mkdirSync(path, { mode: 0o755 })
  assert.throws(() => openFile(path), refusal(path, /is a folder/))
  assert.equal(modeOf(path), 0o755)
})

it('a path below a file is refused by name', async (t) => {
  const directory = await temporaryDirectory(t)
  writeFileSync(join(directory, 'notes'), '')
  const path = join(directory, 'notes', 'projects.db')
  assert.throws(() => openFile(path), refusal(path, /cannot be created/))
})

it('a file that is not a database keeps its rights', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  writeFileSync(path, 'not a database at all, but a long enough text to be read as one '.repeat(100))
  chmodSync(path, 0o444)
  assert.throws(() => openFile(path), refusal(path, /left untouched/))
  assert.equal(modeOf(path), 0o444)
})

it('a file that another program has locked is not reported as damaged', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  openFile(path).db.close()
  const other = openExclusively(path)
  t.after(() => other.close())
  assert.throws(() => openFile(path), refusal(path, /cannot be opened.* Another program has it open/))
})

it('a file on a full disk is not reported as damaged', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  t.mock.method(DatabaseSync.prototype, 'exec', () => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  assert.throws(() => openFile(path), refusal(path, /cannot be opened.* The disk is full/))
})

it('a file in a read-only folder is not reported as damaged', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, 'projects.db')
  openFile(path).db.close()
  chmodSync(path, 0o666)
  const open = () => openFile(path)
  await whileClosed(directory, 0o555, () =>
    assert.throws(open, refusal(path, /cannot be opened.* must be able to write .* folder/)),
  )
})

it('an empty file is a new database, and a missing one is created in a folder for the owner only', async (t) => {
  const directory = await temporaryDirectory(t)
  const empty = join(directory, 'empty.db')
  writeFileSync(empty, '')
  openFile(empty).db.close()
  const folder = join(directory, 'data')
  openFile(join(folder, 'projects.db')).db.close()
  assert.equal(modeOf(folder), 0o700)
})

it('a database that others can read is restricted to its owner, with its log', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  openFile(path).db.close()
  chmodSync(path, 0o644)
  const { db } = openFile(path)
  t.after(() => db.close())
  db.exec('create table words (word text)')
  for (const suffix of ['', '-wal', '-shm']) assert.equal(modeOf(`${path}${suffix}`), 0o600, suffix)
})

it('a symbolic link works, and the log is beside the database itself', async (t) => {
  const directory = await temporaryDirectory(t)
  const [path, link] = [join(directory, 'shared.db'), join(directory, 'projects.db')]
  symlinkSync(path, link)
  const { db, isSameFile } = openFile(link)
  t.after(() => db.close())
  db.exec('create table words (word text)')
  assert.equal(isSameFile(), true)
  for (const suffix of ['', '-wal', '-shm']) assert.equal(modeOf(`${path}${suffix}`), 0o600, suffix)

  rmSync(link)
  symlinkSync(`${path}-another`, link)
  writeFileSync(`${path}-another-wal`, 'of what is lost')
  assert.equal(isSameFile(), false)
  assert.throws(() => openFile(link), /is missing, but its -wal file is there/)
  assert.ok(!existsSync(`${path}-another`))
  assert.ok(existsSync(`${path}-another-wal`))
})
