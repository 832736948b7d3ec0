import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainPostgresWarning } from './plain-postgres-warning.ts'

it('a database on another machine is warned of where nothing is said about TLS, and no other', () => {
  delete process.env.PGSSLMODE
  const isWarned = (url: string) => plainPostgresWarning(url) !== null
  for (const host of ['database', '192.0.2.1', '[2001:db8::1]']) {
    assert.equal(isWarned(`postgres://u:secret@${host}:5433/d`), true, host)
    for (const mode of ['sslmode=verify-full', 'a=b&sslmode=disable', 'ssl=true'])
      assert.equal(isWarned(`postgres://u:secret@${host}/d?${mode}`), false, mode)
    for (const slip of ['ssl_mode=verify-full', 'sslMode=verify-full', 'SSLMODE=require', 'sslmode=', 'ssl'])
      assert.equal(isWarned(`postgres://u:secret@${host}/d?${slip}`), true, slip)
  }
  assert.equal(isWarned('postgres:///d?host=192.0.2.1'), true)
  for (const here of ['127.0.0.1', '[::1]', 'localhost', '%2Frun%2Fpostgresql'])
    assert.equal(isWarned(`postgres://u:secret@${here}/d`), false, here)
  assert.equal(isWarned('postgres:///d'), false)
  assert.equal(isWarned('postgres:///d?host=/run/postgresql'), false)
  assert.doesNotMatch(plainPostgresWarning('postgres://u:secret@database/d') ?? '', /secret/)
  process.env.PGSSLMODE = 'require'
  assert.equal(isWarned('postgres://u:secret@database/d'), false)
})
