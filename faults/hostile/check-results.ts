import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEmail, withoutOutlook } from '../../server/testing/read-email.ts'
import type { Server } from '../harness/server.ts'

/** The answers of every accepted project, by id. */
export type Accepted = ReadonlyMap<string, Readonly<Record<string, string>>>

/** Headers whose value depends on the project. Every other header is the same in all emails. */
const VARIABLE_HEADERS = new Set(['subject', 'message-id', 'date', 'content-type'])

/** A tag that our template does not have, or an attribute that loads something. */
const FOREIGN_TAG =
  /<(?!\/?(?:!doctype|html|head|meta|title|body|table|tr|td|p|h1|h2|h3|br|span)\b)[^>]{0,40}|<[^>]*(?:src=|href=|url\()/i

export async function problemsInEmails(outbox: string, accepted: Accepted): Promise<readonly string[]> {
  const problems: string[] = []
  const found = new Set<string>()
  let expectedHeaders = ''
  for (const name of await readdir(outbox)) {
    if (!/^[0-9a-f]{32}-r1\.eml$/.test(name)) problems.push(`a file is named ${name}`)
    const { headers, text, html } = readEmail(await readFile(join(outbox, name), 'utf8'))
    // The header is left out if the address cannot be encoded.
    const replyTo = headers.get('reply-to') ?? 'visitor@example.com'
    if (!/^[!-~]+@[!-~]+$/.test(replyTo)) problems.push(`Reply-To is ${JSON.stringify(replyTo)}`)
    const fixed = JSON.stringify(
      [...headers]
        .filter(([header]) => header !== 'reply-to')
        .map(([header, value]) => (VARIABLE_HEADERS.has(header) ? header : [header, value])),
    )
    expectedHeaders ||= fixed
    if (fixed !== expectedHeaders) problems.push(`changed headers: ${fixed.slice(0, 200)}`)
    const id = [...text.matchAll(/\nProject ([\w-]{22})(?=\r?\n)/g)].at(-1)?.[1] ?? ''
    const answers = accepted.get(id)
    if (!answers) problems.push(`an email about a refused project: ${id}`)
    else if (!containsAll(text, answers)) problems.push(`an email with other answers: ${id}`)
    const [tag] = FOREIGN_TAG.exec(withoutOutlook(html)) ?? []
    if (tag) problems.push(`a tag in an email: ${tag}`)
    found.add(id)
  }
  for (const id of accepted.keys()) if (!found.has(id)) problems.push(`no email: ${id}`)
  return problems
}

/** Fewer characters than an email shows of an answer. */
const NEVER_CUT = 50

/** True if the text has every line of every answer, except for the parts that are cut. */
function containsAll(text: string, answers: Readonly<Record<string, string>>): boolean {
  const unix = text.replaceAll('\r\n', '\n')
  const isCut = unix.includes('… (cut here')
  return Object.values(answers)
    .map((answer) => (isCut ? [...answer].slice(0, NEVER_CUT).join('') : answer))
    .filter((answer) => answer.trim() !== '')
    .every((answer) => answer.split(/\r\n|\r|\n/).every((line) => unix.includes(`  ${line}`)))
}

/** Every line of the log is JSON and contains neither answers nor ids. */
export async function problemsInLog(server: Server, accepted: Accepted): Promise<readonly string[]> {
  const lines = (await server.log()).trim().split('\n')
  const notJson = lines.find((line) => !isJson(line))
  const withAnswer = lines.find((line) => /jane\.homeowner@|Springfield|evil\.example|forged/.test(line))
  const withId = lines.find((line) => line.match(/[\w-]{22}/g)?.some((word) => accepted.has(word)))
  return [
    ...(notJson === undefined ? [] : [`a log line is not JSON: ${notJson.slice(0, 100)}`]),
    ...(withAnswer === undefined ? [] : [`a log line has an answer: ${withAnswer.slice(0, 100)}`]),
    ...(withId === undefined ? [] : [`a log line has an id: ${withId.slice(0, 100)}`]),
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
