import { localText } from '../../desk/days.ts'
import { withBrand } from '../../questionnaire/business.ts'
import { fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { type SourceName, sourceNames } from '../../questionnaire/source.ts'
import type { Database } from '../db/database.ts'
import { type ExportedProject, type Note, selectProjectsSince } from '../db/project-statements.ts'
import { query } from '../db/rows.ts'
import { sql } from '../db/sql.ts'

const CHUNK_LENGTH = 64 * 1024

/** Columns with a name are for programs, and columns with a heading for spreadsheets. */
type Column = readonly [
  name: string,
  heading: string,
  read: (project: ExportedProject, format: Format) => string,
]

const sourceHeadings: Readonly<Record<SourceName, string>> = {
  utmSource: 'Source',
  utmMedium: 'Medium',
  utmCampaign: 'Campaign',
  utmTerm: 'Term',
  utmContent: 'Content',
  clickId: 'Click id',
  referrer: 'Referrer',
}

const columns: readonly Column[] = [
  ['', 'Received ({zone})', ({ createdAt }, { timeText }) => timeText(createdAt)],
  ['', 'Status', ({ desk }) => desk.status ?? ''],
  ['', 'Assigned to', ({ desk }) => desk.assigneeName ?? ''],
  [
    '',
    'First contact ({zone})',
    ({ desk }, { timeText }) => (desk.firstContactAt ? timeText(desk.firstContactAt) : ''),
  ],
  ['', 'Lost reason', ({ desk }) => desk.lostReason ?? ''],
  ['', 'Notes ({zone})', ({ desk }, { timeText }) => notesText(desk.notes, timeText)],
  ['id', 'Project id', ({ id }) => id],
  ...fieldNames.map((name): Column => [name, fieldNamed(name).label, ({ answers }) => answers[name]]),
  ['createdAt', '', ({ createdAt }, { timeText }) => timeText(createdAt)],
  ...sourceNames.map((name): Column => [name, sourceHeadings[name], ({ source }) => source[name]]),
]

const notesText = (notes: readonly Note[], timeText: Format['timeText']) =>
  notes.map(({ at, who, text }) => `${timeText(at)}, ${who}: ${text}`).join('\n')

/** How a reader of the file wants it. */
export interface Format {
  readonly headingOf: (column: Column) => string
  readonly columns: readonly Column[]
  readonly timeText: (time: Date) => string
}

const programColumns = columns.filter(([name]) => name !== '')
const spreadsheetColumns = columns.filter(([, heading]) => heading !== '')

export const forPrograms: Format = {
  headingOf: ([name]) => name,
  columns: programColumns,
  timeText: (time) => time.toISOString(),
}

/** What the desk knows comes first, with readable headings, and times that every spreadsheet reads as times. */
export const forSpreadsheets = (timeZone: string, brandName: string): Format => ({
  headingOf: ([, heading]) =>
    withBrand(heading, brandName).replace('{zone}', () => timeZone.replaceAll('_', ' ')),
  columns: spreadsheetColumns,
  timeText: (time) => localText(time, timeZone),
})

/** Without the column for phone numbers if no project has one. */
export async function withUsedColumns(format: Format, db: Database): Promise<Format> {
  const [found] = await db.all(query(sql`select 1 from projects where phone <> '' limit 1`, {}))
  return found ? format : { ...format, columns: format.columns.filter(([name]) => name !== 'phone') }
}

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
    const used = programColumns.filter(([name]) => name !== 'phone' || project.answers.phone !== '')
    const record = Object.fromEntries(used.map(([name, , read]) => [name, read(project, forPrograms)]))
    yield `${JSON.stringify(record)}\n`
  }
}

/** Comes before the CSV, so that Excel on Windows reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, with a header row. */
export async function* csvLines(
  projects: AsyncIterable<ExportedProject>,
  format: Format,
): AsyncGenerator<string> {
  yield csvLine(format.columns.map(format.headingOf))
  for await (const project of projects)
    yield csvLine(format.columns.map(([, , read]) => guardFormulas(read(project, format))))
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
export const endLine = (count: number, { columns }: Format): string =>
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
