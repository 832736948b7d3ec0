import { fieldNames } from '../../../questionnaire/fields.ts'
import type { Delivery } from '../delivery.ts'

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

/** The columns of a project come from the questionnaire. */
export const tables = ({ time, compact }: SqlTypes): readonly Table[] => [
  {
    name: 'projects',
    end: '',
    columns: [
      ['id', 'text primary key'],
      ...fieldNames.map((name) => [name, TEXT] as const),
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

type DeliveryColumn = Exclude<keyof Delivery, 'projectId'>

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

/** What a column of a delivery is called where it is read beside answers: no question has an underscore in its name. */
export const besideAnswers = (column: DeliveryColumn) => `delivery_${column}`

export const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
export const assigned = (names: readonly string[]) =>
  names.map((name) => `"${name}" = excluded."${name}"`).join(', ')

/** Due or dead. */
export const IS_UNSENT = '("nextAttemptAt" is not null or "deadAt" is not null)'

/** The statements both databases share; `mark` makes the placeholder of the nth value. */
export function statements(mark: (position: number) => string) {
  const values = (count: number) => Array.from({ length: count }, (_, index) => mark(index + 1)).join(', ')
  return {
    select: `select p.id, p."createdAt", ${fieldNames.map((name) => `p."${name}"`).join(', ')}, ${deliveryColumns
      .map((name) => `d."${name}" as "${besideAnswers(name)}"`)
      .join(', ')} from projects p join deliveries d on d."projectId" = p.id where p.id = ${mark(1)}`,
    selectDelivery: `select "projectId", ${quoted(deliveryColumns)} from deliveries where "projectId" = ${mark(1)}`,
    /** Values: id, createdAt, then the fields. `createdAt` of a project that is there stays. */
    putProject: `insert into projects (id, "createdAt", ${quoted(fieldNames)}) values (${values(
      fieldNames.length + 2,
    )}) on conflict (id) do update set ${assigned(fieldNames)}`,
    /** Values: projectId, then deliveryColumns. */
    putDelivery: `insert into deliveries ("projectId", ${quoted(deliveryColumns)}) values (${values(
      deliveryColumns.length + 1,
    )}) on conflict ("projectId") do update set ${assigned(deliveryColumns)}`,
    /** With samples, which the reader leaves out: to ask for the others makes PostgreSQL sort them all first. */
    projects: ({ order, isSample }: { readonly order: string; readonly isSample: string }) =>
      `select id, "createdAt", ${quoted(fieldNames)}, ${isSample} as is_sample from projects
        where "createdAt" >= ${mark(1)} order by ${order}`,
    unsent: `select "projectId", ${quoted(deliveryColumns)} from deliveries where ${IS_UNSENT} order by "queuedAt"`,
    /** As delivery.ts says it: `furthest` is FURTHEST_MS after `now`. */
    due: ({ now, furthest, limit }: Record<'now' | 'furthest' | 'limit', string>) =>
      `select "projectId" from deliveries where "nextAttemptAt" is not null and ("nextAttemptAt" <= ${now}
        or "nextAttemptAt" > ${furthest} or (${now} < "queuedAt" and "queuedAt" <= "nextAttemptAt" and "leaseToken" is null))
        order by "queuedAt" limit ${limit}`,
    /** `stuckBefore`: what was queued before that time has waited for long. */
    counts: (stuckBefore: string) => `select
      (select count(*) from deliveries where "nextAttemptAt" is not null and "deadAt" is null) as due,
      (select count(*) from deliveries where "nextAttemptAt" is not null and "deadAt" is null and "queuedAt" < ${stuckBefore}) as stuck,
      (select count(*) from deliveries where "deadAt" is not null) as dead`,
  }
}
