import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeStorage } from './project-store.ts'

it('a PostgreSQL is told by where it is, also behind a socket, and without its password', () => {
  const told = (url: string) => describeStorage({ driver: 'postgres', url })
  assert.equal(told('postgres://u:secret@database:5433/guide'), 'PostgreSQL on database, database guide')
  for (const url of ['postgres:///guide?host=/run/postgresql', 'postgres://%2Frun%2Fpostgresql/guide'])
    assert.equal(told(url), 'PostgreSQL on /run/postgresql, database guide')
  assert.equal(told('postgres:///guide'), 'PostgreSQL, database guide')
})
