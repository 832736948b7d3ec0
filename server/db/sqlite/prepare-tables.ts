import type { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../../lib/errors.ts'
import { CREATE_VERSIONS, migrationsAfter, SELECT_VERSION } from '../migrations.ts'
import { projectFrom, saveInboxRow } from '../project-statements.ts'
import { addMissing, createTable, type Table } from '../schema.ts'
import type { Statement } from '../sql.ts'

/**
 * Creates or updates the tables: adds columns for new questions, and applies pending migrations. `begin immediate` makes a
 * second server wait, and then there is nothing left to do.
 */
export function prepareTables(db: DatabaseSync, run: (statement: Statement) => void) {
  db.exec('begin immediate')
  db.exec(CREATE_VERSIONS)
  const version = Number(db.prepare(SELECT_VERSION).get()?.version)
  const { tables, statements, mustIndex } = migrationsAfter(version, 'sqlite')
  for (const table of tables) {
    db.exec(createTable(table))
    const columns = db.prepare(`select name from pragma_table_info('${table.name}')`).all()
    const existing = new Set(columns.map((row) => String(row.name)))
    expectSameCase(table.columns, existing)
    for (const statement of addMissing(table, existing)) db.exec(statement)
  }
  for (const statement of statements) db.exec(statement)
  if (mustIndex)
    for (const row of db.prepare('select * from projects').iterate())
      saveInboxRow(projectFrom(row), { dialect: 'sqlite', kind: 'backfill' }).forEach(run)
  db.exec('commit')
}

/** SQLite ignores case in column names, so it could not add the new column. */
function expectSameCase(columns: Table['columns'], existing: ReadonlySet<string>) {
  for (const [name] of columns) {
    const before = [...existing].find((other) => other.toLowerCase() === name.toLowerCase())
    if (before !== undefined && before !== name)
      throw new OperatorError(
        `The question '${name}' in questionnaire/fields.ts used to be '${before}', and SQLite ignores case in names. Use '${before}' again, or choose another name.`,
      )
  }
}
