import { fieldNames } from '../../questionnaire/fields.ts'
import { sourceNames } from '../../questionnaire/source.ts'
import type { DialectName } from './database.ts'

/** A table whose columns follow the code instead of migrations. */
export interface Table {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly end: string
}

export const timeType: Readonly<Record<DialectName, string>> = { sqlite: 'text', postgres: 'timestamptz(3)' }

export const generatedId: Readonly<Record<DialectName, string>> = {
  sqlite: 'integer primary key autoincrement',
  postgres: 'bigint generated always as identity primary key',
}

/** The type of answers and other text that may be empty. */
export const TEXT = "text not null default ''"

/** The columns of a project besides its answers and its source. A question must not have one of these names. */
const keptColumns = (time: string) => ({
  id: 'text primary key',
  createdAt: `${time} not null`,
  revision: 'integer not null default 1',
  extraAnswers: "text not null default '{}'",
  sentEarly: 'integer not null default 0',
  isTest: 'integer not null default 0',
  suspicion: TEXT,
  updateLeavesAt: time,
  writeKeyHash: TEXT,
  priceList: TEXT,
})

const textColumns = [...fieldNames, ...sourceNames]

export const projectColumns: readonly string[] = [...Object.keys(keptColumns('')), ...textColumns]

export const projectsTable = (dialect: DialectName): Table => ({
  name: 'projects',
  end: '',
  columns: [
    ...Object.entries(keptColumns(timeType[dialect])),
    ...textColumns.map((name) => [name, TEXT] as const),
  ],
})

/** The emails of earlier versions. Migration 10 moves the rows to `messages`. */
export function deliveriesTable(dialect: DialectName): Table {
  const time = timeType[dialect]
  return {
    name: 'deliveries',
    end: dialect === 'sqlite' ? 'without rowid' : '',
    columns: [
      ['projectId', 'text primary key references projects (id)'],
      ['revision', 'integer not null default 1'],
      ['sentRevision', 'integer not null default 0'],
      ['queuedAt', `${time} not null`],
      ['attempts', 'integer not null default 0'],
      ['nextAttemptAt', time],
      ['leaseToken', 'text'],
      ['sentAt', time],
      ['deadAt', time],
      ['lastError', TEXT],
      ['unknown', "text not null default '{}'"],
      ['changed', TEXT],
      ['suspicion', TEXT],
    ],
  }
}

export const createTable = ({ name, columns, end }: Table) =>
  `create table if not exists ${name} (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')}) ${end}`

/** Adds the columns that a database of an older questionnaire lacks. Columns of retired questions remain. */
export const addMissing = ({ name, columns }: Table, existing: ReadonlySet<string>) =>
  columns
    .filter(([column]) => !existing.has(column))
    .map(([column, type]) => `alter table ${name} add column "${column}" ${type}`)
