import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { csvLines } from '../../server/projects/export-projects.ts'
import { readEmail, withoutOutlook } from '../../server/testing/read-email.ts'
import type { Guide } from '../harness/server.ts'

/** Headers whose value is a visitor's or the revision's; every other one is the same in every e-mail. */
const OWN = new Set(['subject', 'message-id', 'date', 'content-type'])

/** A tag that is none of ours, or one that would fetch something. */
const STRANGE_TAG =
  /<(?!\/?(?:!doctype|html|head|meta|title|body|table|tr|td|p|h1|h2|br)\b)|<[^>]*(?:src=|href=|url\()/i

/** What is wrong with the e-mails that hostile answers made: anything in the headers that clean ones do not have. */
export async function wrongEmails(
  outbox: string,
  accepted: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const found = new Set<string>()
  let usual = ''
  for (const name of await readdir(outbox)) {
    if (!/^[0-9a-f]{32}-r1\.eml$/.test(name)) wrong.push(`a file is called ${name}`)
    const { headers, text, html } = readEmail(await readFile(join(outbox, name), 'utf8'))
    const replyTo = headers.get('reply-to') ?? 'nobody@example.com'
    if (!/^[!-~]+@[!-~]+$/.test(replyTo)) wrong.push(`an answer would go to ${JSON.stringify(replyTo)}`)
    // Left out where no address can be written.
    const others = [...headers].filter(([header]) => header !== 'reply-to')
    const shape = JSON.stringify(
      others.map(([header, value]) => (OWN.has(header) ? header : [header, value])),
    )
    usual ||= shape
    if (shape !== usual) wrong.push(`headers changed: ${shape.slice(0, 200)}`)
    const id = [...text.matchAll(/\nProject ([\w-]{22})(?=\r?\n)/g)].at(-1)?.[1] ?? ''
    const answers = accepted.get(id)
    if (!answers) wrong.push(`an e-mail of a project that was refused: ${id}`)
    else if (!saysAll(text, answers)) wrong.push(`an e-mail has other words: ${id}`)
    const [strange] = STRANGE_TAG.exec(withoutOutlook(html)) ?? []
    if (strange) wrong.push(`a tag in an e-mail: ${strange}`)
    found.add(id)
  }
  for (const id of accepted.keys()) if (!found.has(id)) wrong.push(`no e-mail: ${id}`)
  return wrong
}

/** Every line of every answer stands in the text, as it was written. */
function saysAll(text: string, answers: Readonly<Record<string, string>>): boolean {
  const plain = text.replaceAll('\r\n', '\n')
  return Object.values(answers).every((answer) =>
    answer.split(/\r\n|\r|\n/).every((line) => answer.trim() === '' || plain.includes(`  ${line}`)),
  )
}

/** What is wrong with the CSV: it must parse to the same texts once the one apostrophe is taken off. */
export async function wrongCsv(
  accepted: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Promise<readonly string[]> {
  async function* projects(): AsyncGenerator<Project> {
    for (const [id, answers] of accepted)
      yield { id, createdAt: new Date(0), answers: sampleAnswers(answers) }
  }
  let csv = ''
  for await (const line of csvLines(projects())) csv += line
  const [names = [], ...rows] = parsed(csv)
  const wrong: string[] = []
  if (rows.length !== accepted.size) wrong.push(`${rows.length} lines of CSV for ${accepted.size} projects`)
  for (const row of rows) {
    const answers = accepted.get(unguarded(row[names.indexOf('id')] ?? ''))
    names.forEach((name, index) => {
      const cell = row[index] ?? ''
      const answer = answers?.[name]
      if (answer !== undefined && unguarded(cell) !== answer)
        wrong.push(`a cell is ${JSON.stringify(cell).slice(0, 60)}`)
      if (/^[=+\-@|%\t\r\n＝＋－＠]/.test(cell))
        wrong.push(`a spreadsheet would run ${JSON.stringify(cell).slice(0, 60)}`)
    })
  }
  return wrong
}

const unguarded = (cell: string) => (cell.startsWith("'") ? cell.slice(1) : cell)

/** RFC 4180, by another program than the one that wrote it. */
function parsed(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  for (let match = cells.exec(csv); match; match = cells.exec(csv)) {
    const [, cell = '', end] = match
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== '\r\n') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Every line of the log is a line of ours, and no visitor's words or id are in it. */
export async function wrongLog(guide: Guide, accepted: ReadonlySet<string>): Promise<readonly string[]> {
  const lines = (await guide.logged()).trim().split('\n')
  const broken = lines.find((line) => !isJson(line))
  const told = lines.find((line) => /jane\.homeowner@|Springfield|evil\.example|forged/.test(line))
  const named = lines.find((line) => line.match(/[\w-]{22}/g)?.some((word) => accepted.has(word)))
  return [
    ...(broken === undefined ? [] : [`a line of the log is no JSON: ${broken.slice(0, 100)}`]),
    ...(told === undefined ? [] : [`a visitor’s words are in the log: ${told.slice(0, 100)}`]),
    ...(named === undefined ? [] : [`an id is in the log: ${named.slice(0, 100)}`]),
  ]
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
