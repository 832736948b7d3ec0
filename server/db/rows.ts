import type { Statement } from './sql.ts'

/** A row as the database returns it. Times are text in SQLite and dates in PostgreSQL. */
export type RawRow = Readonly<Record<string, unknown>>

/** Reads one value, and throws if it has another type. */
export type Reader<T> = (value: unknown) => T

/** What to read from a row: `createdAt` is the column `createdAt`, or else `created_at`. */
export type Columns = Readonly<Record<string, Reader<unknown>>>

export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ReturnType<C[Name]> }

/** A statement that returns rows, and a function that reads one. */
export interface Query<T> extends Statement {
  readonly rowFrom: (raw: RawRow) => T
}

/** Reads rows with these columns. Throws if the statement does not return a column. */
export const query = <C extends Columns>(statement: Statement, columns: C): Query<RowOf<C>> =>
  queryAs(statement, (raw) => readRow(raw, columns))

export const queryAs = <T>(statement: Statement, rowFrom: (raw: RawRow) => T): Query<T> => ({
  ...statement,
  rowFrom,
})

/** Lists the columns of a table of the desk for a statement, with the alias of the table. */
export const namesIn = (columns: Columns, alias: string) =>
  Object.keys(columns)
    .map((name) => `${alias}.${snakeCase(name)}`)
    .join(', ')

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function readRow<C extends Columns>(raw: RawRow, columns: C): RowOf<C> {
  const row: Record<string, unknown> = {}
  for (const name in columns) {
    const column = Object.hasOwn(raw, name) ? name : snakeCase(name)
    if (!Object.hasOwn(raw, column)) throw new Error(`The row has no column ${name}`)
    try {
      row[name] = columns[name]?.(raw[column])
    } catch {
      // The message has no value, because it may be personal data.
      throw new Error(`The column ${name} has a value of the wrong type`)
    }
  }
  // Each column of C was read by its own reader.
  return row as RowOf<C>
}

export const text: Reader<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError()
  return value
}

/** Words separated by spaces. */
export const words: Reader<readonly string[]> = (value) => text(value).split(' ').filter(Boolean)

/** PostgreSQL returns large integers and sums as text. */
export const number: Reader<number> = (value) => {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof found !== 'number' || Number.isNaN(found)) throw new TypeError()
  return found
}

/** 0 or 1 from a column, or a condition, which is a boolean in PostgreSQL and a number in SQLite. */
export const flag: Reader<boolean> = (value) => {
  if (typeof value === 'boolean') return value
  return number(value) === 1
}

export const time: Reader<Date> = (value) => {
  const found = value instanceof Date ? value : new Date(text(value))
  if (Number.isNaN(found.getTime())) throw new TypeError()
  return found
}

/** One of these words. Only our own statements write the column. */
export const oneOf =
  <T extends string>(allowed: readonly T[]): Reader<T> =>
  (value) => {
    const found = allowed.find((word) => word === value)
    if (found === undefined) throw new TypeError()
    return found
  }

/** JSON of a known type, because only our own statements write the column. */
export const json =
  <T>(): Reader<T> =>
  (value) =>
    JSON.parse(text(value))

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : read(value)
