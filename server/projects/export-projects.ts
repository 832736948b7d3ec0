import { fieldNames } from '../../questionnaire/fields.ts'
import { sourceNames } from '../../questionnaire/source.ts'
import type { Database } from '../db/database.ts'
import { type ExportedProject, selectProjectsSince } from '../db/project-statements.ts'

const CHUNK_LENGTH = 64 * 1024

type Column = readonly [name: string, read: (project: ExportedProject) => string]

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ...fieldNames.map((name): Column => [name, ({ answers }) => answers[name]]),
  ['createdAt', ({ createdAt }) => createdAt.toISOString()],
  ...sourceNames.map((name): Column => [name, ({ source }) => source[name]]),
]

/** All projects except samples, oldest first, from one snapshot of the database. */
export const projectsSince = (db: Database, since: Date) =>
  withoutSamples(db.stream(selectProjectsSince(db.dialect, since)))

export async function* withoutSamples(
  projects: AsyncIterable<ExportedProject>,
): AsyncGenerator<ExportedProject> {
  for await (const project of projects) if (!project.desk.isSample) yield project
}

export async function* jsonLines(projects: AsyncIterable<ExportedProject>): AsyncGenerator<string> {
  for await (const project of projects) {
    const record = Object.fromEntries(columns.map(([name, read]) => [name, read(project)]))
    yield `${JSON.stringify(record)}\n`
  }
}

/** Comes before the CSV, so that Excel on Windows reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, with a header row. */
export async function* csvLines(projects: AsyncIterable<ExportedProject>): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name))
  for await (const project of projects) yield csvLine(columns.map(([, read]) => guardFormulas(read(project))))
}

/** Joins lines into larger chunks, because each write is a system call. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** The last row of an export, which proves that the export is complete. */
export const endLine = (count: number): string =>
  csvLine(columns.map((_, index) => (index === 0 ? `End of ${count} projects` : '')))

/** Every cell is quoted, so that separators inside it are text. */
const csvLine = (cells: readonly string[]) =>
  `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`

/**
 * Spreadsheets evaluate a cell that looks like a formula, so it gets an apostrophe, which makes it text. A spreadsheet
 * that expects a different separator starts a cell after that separator, even inside quotes. An existing apostrophe in
 * such a place is doubled, so that a program can always remove one.
 */
const guardFormulas = (text: string) => text.replace(FORMULA_START, "'")

const FORMULA_START = /(?<=^|[;,\|\t\r\n])(?=[[\s\p{C}"']--[\t\r\n]]*[=+\-@\|%＝＋－＠]|')|^(?=[\t\r\n])/gv
