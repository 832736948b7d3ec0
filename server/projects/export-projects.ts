import { fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'
import { sourceNames } from '../../questionnaire/source.ts'
import type { Database } from '../db/database.ts'
import { selectProjectsSince } from '../db/project-statements.ts'

const CHUNK_LENGTH = 64 * 1024
const columns = ['id', ...fieldNames, 'createdAt', ...sourceNames] as const

/** A project as one flat record. */
const recordOf = ({
  id,
  answers,
  createdAt,
  source,
}: Project): Readonly<Record<(typeof columns)[number], string>> => ({
  id,
  ...answers,
  createdAt: createdAt.toISOString(),
  ...source,
})

/** Every project except samples, oldest first, as one state of the database. */
export async function* projectsSince(db: Database, since: Date): AsyncGenerator<Project> {
  for await (const { project, isSample } of db.stream(selectProjectsSince(db.dialect, since)))
    if (!isSample) yield project
}

/** One JSON object per line. */
export async function* jsonLines(projects: AsyncIterable<Project>): AsyncGenerator<string> {
  for await (const project of projects) yield `${JSON.stringify(recordOf(project))}\n`
}

/** Written before CSV, so that Excel on Windows reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, with a header row. */
export async function* csvLines(projects: AsyncIterable<Project>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const project of projects) {
    const record = recordOf(project)
    yield csvLine(columns.map((column) => guardFormulas(record[column])))
  }
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

/** The last row of an export, by which the reader knows that the export is complete. */
export const endLine = (count: number): string =>
  csvLine(columns.map((_, index) => (index === 0 ? `End of ${count} projects` : '')))

/** Every cell is quoted, so that separators inside of it are text. */
const csvLine = (cells: readonly string[]) =>
  `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`

/**
 * Spreadsheets run a cell that looks like a formula; an apostrophe before it makes it text. A spreadsheet that expects
 * another separator begins a cell after it, even inside quotes. An apostrophe in such a place gets another, so a
 * program can always remove one.
 */
const guardFormulas = (text: string) => text.replace(FORMULA_START, "'")

const FORMULA_START = /(?<=^|[;,\|\t\r\n])(?=[[\s\p{C}"']--[\t\r\n]]*[=+\-@\|%＝＋－＠]|')|^(?=[\t\r\n])/gv
