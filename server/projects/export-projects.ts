import { fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'

const PIECE_LENGTH = 64 * 1024
const columns = ['id', ...fieldNames, 'createdAt'] as const

/** One project as it is stored: the id, every field, and the time as ISO text. */
const recordOf = ({
  id,
  answers,
  createdAt,
}: Project): Readonly<Record<(typeof columns)[number], string>> => ({
  id,
  ...answers,
  createdAt: createdAt.toISOString(),
})

/** One JSON object a line. */
export async function* jsonLines(projects: AsyncIterable<Project>): AsyncGenerator<string> {
  for await (const project of projects) yield `${JSON.stringify(recordOf(project))}\n`
}

/** Before CSV: without it Excel on Windows takes UTF-8 for something older, and every ë for two letters. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, with a first line of names. */
export async function* csvLines(projects: AsyncIterable<Project>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const project of projects) {
    const record = recordOf(project)
    yield csvLine(columns.map((column) => guarded(record[column])))
  }
}

/** The same text in fewer pieces, since each piece that is written is a trip to the system. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Ends an export that may break off on its way, with as many cells as the others. */
export const endLine = (count: number): string =>
  csvLine(columns.map((_, index) => (index === 0 ? `End of ${count} projects` : '')))

const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

const csvCell = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Spreadsheets run a cell that begins like a formula. One apostrophe makes it text; whoever reads the
 * file by program removes one from cells that have it, since a cell that begins with one gets another.
 */
const guarded = (text: string) =>
  /^[\s\p{C}"']*[=+\-@|%＝＋－＠]|^[\t\r\n']/u.test(text) ? `'${text}` : text
