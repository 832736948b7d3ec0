import { fieldNames } from '../../../questionnaire/fields.ts'
import { sourceNames } from '../../../questionnaire/source.ts'
import type { toDeliveryRow } from './rows.ts'

/** How the tables of the two SQL databases differ. */
interface SqlTypes {
  readonly time: string
  /** What ends the table of deliveries; in SQLite it spares a second tree per row. */
  readonly compact: string
}

export interface Table {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly end: string
}

/** The type of an answer, and of other words that may be empty. */
export const TEXT = "text not null default ''"

/** The columns of a project, which come from the questionnaire. */
export const projectColumns = ['id', 'createdAt', ...fieldNames, ...sourceNames] as const

export const tables = ({ time, compact }: SqlTypes): readonly Table[] => [
  {
    name: 'projects',
    end: '',
    columns: [
      ['id', 'text primary key'],
      ...[...fieldNames, ...sourceNames].map((name) => [name, TEXT] as const),
      ['createdAt', `${time} not null`],
    ],
  },
  {
    name: 'deliveries',
    end: compact,
    columns: [
      ['projectId', 'text primary key references projects (id)'],
      ...Object.entries(deliveryTypes(time)),
    ],
  },
]

type DeliveryColumn = Exclude<keyof ReturnType<typeof toDeliveryRow>, 'projectId'>

const deliveryTypes = (time: string): Readonly<Record<DeliveryColumn, string>> => ({
  revision: 'integer not null default 1',
  sentRevision: 'integer not null default 0',
  queuedAt: `${time} not null`,
  attempts: 'integer not null default 0',
  nextAttemptAt: time,
  leaseToken: 'text',
  sentAt: time,
  deadAt: time,
  lastError: TEXT,
  unknown: "text not null default '{}'",
  changed: TEXT,
  suspicion: TEXT,
})

/** All but the project's id. Object.keys forgets which names it was given. */
export const deliveryColumns = Object.keys(deliveryTypes('')) as readonly DeliveryColumn[]

export const createTable = ({ name, columns, end }: Table) =>
  `create table if not exists ${name} (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')}) ${end}`

/** A database made by an older questionnaire gains what it lacks and keeps what is no longer asked. */
export const addMissing = ({ name, columns }: Table, existing: ReadonlySet<string>) =>
  columns
    .filter(([column]) => !existing.has(column))
    .map(([column, type]) => `alter table ${name} add column "${column}" ${type}`)
