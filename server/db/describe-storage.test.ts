import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { whileClosed } from '../testing/closed-folder.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeStorage, expectDatabase } from './describe-storage.ts'

it('a SQLite file is described as new if it is missing or empty', async (t) => {
  const path = `${await temporaryDirectory(t)}/projects.db`
  const config = { driver: 'sqlite', path } as const
  const described = () => describeStorage(config)
  assert.equal(described(), `the new file ${path}`)
  // A failed copy leaves an empty file, which SQLite treats as a new one.
  await writeFile(path, '')
  assert.equal(described(), `the new file ${path}`)
  assert.throws(() => expectDatabase(config), /^Error: There is no database .*projects\.db/)
  await writeFile(path, 'SQLite format 3')
  assert.equal(described(), `the file ${path}`)
})

it('a PostgreSQL database is described by host and name, without the password', () => {
  const describe = (url: string) => describeStorage({ driver: 'postgres', url })
  assert.equal(describe('postgres://u:secret@database:5433/guide'), 'PostgreSQL on database, database guide')
  for (const url of ['postgres:///guide?host=/run/postgresql', 'postgres://%2Frun%2Fpostgresql/guide'])
    assert.equal(describe(url), 'PostgreSQL on /run/postgresql, database guide')
  assert.equal(describe('postgres:///guide'), 'PostgreSQL, database guide')
  assert.equal(describe('postgres://guide:secret@database'), 'PostgreSQL on database')
})

it('without the right to see the database, the message says which account to use', async (t) => {
  const directory = await temporaryDirectory(t)
  const look = () => expectDatabase({ driver: 'sqlite', path: `${directory}/projects.db` })
  await whileClosed(directory, 0, () =>
    assert.throws(
      look,
      /^Error: Cannot check whether .* exists: EACCES: .* Use the same account as the server\.$/,
    ),
  )
})
