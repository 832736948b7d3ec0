import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { PROJECTS, shared } from '../sqlite/connection.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'

it('what is read beside the answers has names that no question can have', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  await openSqlite(path).close()
  const db = new DatabaseSync(path)
  t.after(() => db.close())
  const known: readonly string[] = ['id', 'createdAt', ...fieldNames]
  for (const query of [shared.select, PROJECTS]) {
    const names = db
      .prepare(query)
      .columns()
      .map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => !known.includes(name) && !name.includes('_')),
      [],
    )
  }
})
