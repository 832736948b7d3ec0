import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { revision } from '../../scripts/revision.ts'
import { type Fault, type Group, isPassed, matches } from './fault.ts'
import type { Result } from './trial.ts'

export interface Row {
  readonly fault: Fault
  readonly result?: Result
  readonly skipped?: string
  readonly seconds: number
}

/** Which part of a group was run. */
interface Extent {
  readonly share: number
  readonly only: string
}

const REPORT = fileURLToPath(new URL('../../docs/reports/faults.md', import.meta.url))

const INTRODUCTION = `\`npm run faults\` breaks the running product on purpose and writes this report. Every figure comes from a real run, at the time and on the machine that the table names.

- \`npm run faults -- GROUP\` runs one group and replaces its table.
- \`--only TEXT\` runs the rows that contain the text. They get a separate table, which stays until the whole group is run on a machine that can produce them.
- \`--share 0.1\` runs a tenth of the full counts. The command above a table shows its share.
- \`--short\` is part of \`npm test\` and writes nothing.

*Lost*: the visitor saw a success, but there is not exactly one record with the submitted answers, no email, or no document with exactly these answers where there is a document database. In the rows of webhooks and migrations it is also an event that never arrived, and a migration that a kill changed. *Duplicated*: two records or documents for one project, or two different messages for one revision. *Wrong text*: a response or dialog without the specified text. *Longest wait*: until the visitor saw an outcome; 20 s is the limit. A row that this machine cannot produce is listed as not run, with the reason. F01 to F85 are failures, 3.1 to 3.19 are hostile inputs.`

/** The faults without a row, and the tests that hold their promise. */
export const NOT_IN_TABLES = `## Faults that only tests produce

- F05, records whose email cannot be built: \`server/outbox/loop.test.ts\`, \`server/outbox/channels/channel.contract.test.ts\`.
- F06, errors in the code: \`server/app.test.ts\`, \`server/projects/submit-project.test.ts\`. An error that ends the process is a kill (F01).
- F13, F14, F15, a SQLite file that is moved, corrupt or locked: \`server/db/sqlite/open-sqlite.test.ts\`, \`server/db/sqlite/group-commit.test.ts\`.
- F17, F25, PostgreSQL down at the start or without durability: \`server/db/postgres/open-postgres.test.ts\`.
- F26, servers that migrate at once: \`server/db/migrations.test.ts\`.
- F35, F38, wrong settings for SMTP: \`server/mail/smtp/open-smtp.test.ts\`.
- F45, EmailJS with a form: \`server/mail/mailer.contract.test.ts\`.
- F50, F52, F57, F59, F63, what visitors do at Submit: \`e2e/visit/submit.spec.ts\`, \`web/visit/submission.test.ts\`.
- F53, F54, several tabs: \`e2e/visit/draft.spec.ts\`, \`web/visit/visit.test.ts\`.
- F55, F56, Go Home: \`e2e/visit/submit.spec.ts\`.
- F62, F66, files of the page that do not arrive, and errors in a slide: \`e2e/visit/landing.spec.ts\`, \`e2e/visit/failures.spec.ts\`.
- F65, blocked or full browser storage: \`e2e/visit/walk.spec.ts\`.
- F67, jumps of the server's clock: \`server/outbox/message.test.ts\`, \`server/outbox/queue.contract.test.ts\`.
- F69, F70: a device that slept and a browser without \`crypto.subtle\` need nothing special, because a visit uses neither a start token nor a proof of work.
- F72, restoring a backup: \`server/backup/restore-backup.test.ts\`; without \`--hold\`: F84.
- F73, a soak of 24 hours: not run. Memory is measured under load instead (F71 and 3.1 to 3.15).
- F74, a project that is erased while its email is due: \`server/projects/erase-project.contract.test.ts\`.
- F75, the desk during an outage: \`e2e/desk/project.spec.ts\`, \`e2e/desk/call-sheet.spec.ts\`; exports: \`server/desk/inbox/export.contract.test.ts\`.
- F79, receivers of webhooks that are slow, break off, redirect, answer 410 or 429 or without end, and clocks that jump: \`server/outbox/channels/send-webhook.test.ts\`, \`server/outbox/loop.test.ts\`, \`server/outbox/queue.contract.test.ts\`.
- 3.13, clients in disguise: \`server/app.test.ts\`, \`server/http/rate-limit.test.ts\`.
- 3.16, CSV: \`server/projects/export-projects.test.ts\`.
- 3.17, attacks on the desk: \`server/staff/session-routes.test.ts\`, \`server/staff/account-throttle.contract.test.ts\`, \`server/staff/client-throttle.test.ts\`, \`server/staff/password-problem.test.ts\`, \`e2e/desk/project.spec.ts\`, \`e2e/desk/sign-in.spec.ts\`.
- 3.18, bot signals: \`server/projects/suspicion.test.ts\`, \`e2e/desk/suspicious.spec.ts\`. A client that sends too much is limited (3.13).
- 3.19, settings: \`server/config/config.test.ts\`.
`

/** Replaces the table of one group and leaves the others. */
export async function writeReport(group: Group, rows: readonly Row[], extent: Extent): Promise<void> {
  const before = await readFile(REPORT, 'utf8').catch(() => '')
  await writeFile(REPORT, reportAfter(before, group, rows, extent))
}

export function reportAfter(before: string, group: Group, rows: readonly Row[], extent: Extent): string {
  const title = extent.only === '' ? group.title : `${group.title}: ${extent.only}`
  const isReplaced = (section: string) => {
    const [, heading = '', part] = /^## (.*?)(?:: (.*))?\n/.exec(section) ?? []
    if (part === undefined || extent.only !== '') return section.startsWith(`## ${title}\n`)
    // A run of the whole group replaces tables of its parts, unless this machine could not run them.
    const inPart = rows.filter(({ fault }) => matches(fault, part))
    return heading === title && (inPart.length === 0 || inPart.some(({ result }) => result))
  }
  const kept = before
    .split(/^(?=## )/m)
    .filter((section) => section.includes('\n| row | fault |') && !isReplaced(section))
    .map((section) => section.trim())
  const sections = [...kept, sectionOf({ ...group, title }, rows, extent)].sort()
  return `${['# Faults', summaryOf(sections), INTRODUCTION, ...sections, NOT_IN_TABLES].join('\n\n')}\n`
}

/** The sums of all tables. */
function summaryOf(sections: readonly string[]): string {
  const rows = sections
    .flatMap((section) => section.split('\n'))
    .filter((line) => /^\| (F\d|3\.)/.test(line))
    .map((line) => line.split(' | '))
  const [times, lost, duplicated, wrongText] = [2, 3, 4, 5].map((column) =>
    rows.reduce((sum, row) => sum + Number(row[column]), 0).toLocaleString('en-US'),
  )
  const longest = Math.max(...rows.map((row) => Number.parseFloat(row[6] ?? '') || 0))
  const skipped = rows.filter((row) => row[2] === '0').length
  return `**${rows.length - skipped} kinds of faults were produced ${times} times: ${lost} projects were lost, ${duplicated} duplicated, and ${wrongText} visitors saw a wrong text. The longest wait was ${longest} s. ${skipped} rows were not run.**`
}

function sectionOf({ title, name }: Group, rows: readonly Row[], { share, only }: Extent): string {
  const options = `${share === 1 ? '' : ` --share ${share}`}${only === '' ? '' : ` --only '${only}'`}`
  const lines = rows.map(({ fault, result, skipped }) =>
    result
      ? `| ${fault.rows} | ${cell(fault.name)} | ${result.runs} | ${result.lost} | ${result.duplicated} | ${result.wrongText} | ${(result.longestWaitMs / 1000).toFixed(1)} s | ${cell(remarkOf(result))} |`
      : `| ${fault.rows} | ${cell(fault.name)} | 0 |  |  |  |  | not run: ${cell(skipped ?? '')} |`,
  )
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${VERSIONS}. \`npm run faults -- ${name}${options}\``,
    '',
    '| row | fault | times | lost | duplicated | wrong text | longest wait | |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n')
}

function remarkOf(result: Result): string {
  const failures = isPassed(result)
    ? []
    : ['**failed**', ...new Set(result.failures.map((failure) => failure.split('\n')[0] ?? ''))]
  return [...failures, result.note ?? ''].filter(Boolean).join('; ')
}

/** Read at the start, because the revision may change during a long run. */
const VERSIONS = `${revision(['rev-parse', '--short', 'HEAD'])}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, Linux ${release()}, ${cpus().length} cores`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
