import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Fault, type Group, isMet, type Measured } from './fault.ts'

export interface Row {
  readonly fault: Fault
  readonly measured?: Measured
  readonly skipped?: string
  readonly seconds: number
}

const REPORT = fileURLToPath(new URL('../docs/faults.md', import.meta.url))

const INTRODUCTION = `# What was broken, and what it cost

Written by \`npm run faults\`, which breaks the running product on purpose: every figure is of a run that took place, at the time and on the machine its table names. \`npm run faults -- GROUP\` runs one group and replaces its table; \`--only TEXT\` runs some rows of it, which then have a table of their own (so a row that failed and was run again after the mending stands twice); \`--share 0.1\` does a tenth of the full counts (\`faults/counts.ts\`), so a table whose command has a share is not yet of the full ones; \`--short\`, which is part of \`npm test\`, writes nothing.

*Lost*: told saved, and not exactly one record with the words that were sent, or no e-mail. *Doubled*: two records, or two different messages for one revision. *Wrong text*: a visitor was told anything but the truth in the agreed words. *Longest wait*: until a visitor was told; 20 s is the bound. A row's number is its place in the list of faults (F01 to F75 what breaks, 3.1 to 3.19 what is sent); what it covers is said beside it, and a part of the list that this machine cannot bring about is there as not run, with the reason. Restart to ready is measured alone, before everything else; times in other rows are under their load.
`

/** What of a group was run: all of it as often as is written down, a share, or what `only` names. */
interface Extent {
  readonly share: number
  readonly only: string
}

/** Replaces the table of one group, and leaves the others as they are; part of a group has a table of its own. */
export async function writeReport(group: Group, rows: readonly Row[], extent: Extent): Promise<void> {
  const before = await readFile(REPORT, 'utf8').catch(() => '')
  const kept = before.split(/^(?=## )/m).filter((section) => section.startsWith('## '))
  const title = extent.only === '' ? group.title : `${group.title}: ${extent.only}`
  const isReplaced = (section: string) =>
    section.startsWith(`## ${title}\n`) || (extent.only === '' && section.startsWith(`## ${title}: `))
  const sections = [
    ...kept.filter((section) => !isReplaced(section)),
    sectionOf({ ...group, title }, rows, extent),
  ].sort()
  await writeFile(REPORT, `${INTRODUCTION}\n${sections.map((section) => section.trim()).join('\n\n')}\n`)
}

function sectionOf({ title, name }: Group, rows: readonly Row[], { share, only }: Extent): string {
  const part = `${share === 1 ? '' : ` --share ${share}`}${only === '' ? '' : ` --only '${only}'`}`
  const lines = rows.map(({ fault, measured, skipped }) =>
    measured
      ? `| ${fault.rows} | ${cell(fault.name)} | ${measured.runs} | ${measured.lost} | ${measured.doubled} | ${measured.wrongText} | ${(measured.longestWaitMs / 1000).toFixed(1)} s | ${cell(remarkOf(measured))} |`
      : `| ${fault.rows} | ${cell(fault.name)} | 0 |  |  |  |  | not run: ${cell(skipped ?? '')} |`,
  )
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${versions()}. \`npm run faults -- ${name}${part}\``,
    '',
    '| row | fault | times | lost | doubled | wrong text | longest wait | |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n')
}

function remarkOf(measured: Measured): string {
  const failures = isMet(measured)
    ? []
    : ['**failed**', ...counted(measured.failures.map((one) => one.split('\n')[0] ?? ''))]
  return [...failures, measured.note ?? ''].filter(Boolean).join('; ')
}

/** Each once, with how often it came. */
const counted = (all: readonly string[]): readonly string[] =>
  [...Map.groupBy(all, (one) => one)].map(([one, { length }]) =>
    length > 1 ? `${one} (${length} times)` : one,
  )

/** What a run began with: a long one may see others come. */
const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

function versions(): string {
  return `revision ${revision}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, Linux ${release()}, ${cpus().length} cores`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
