import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../scripts/find-chromium.ts'
import { revision } from '../scripts/revision.ts'
import { chartSvg } from './chart.ts'
import type { Goal, Part, Table } from './part.ts'

const REPORT = fileURLToPath(new URL('../docs/reports/performance.md', import.meta.url))
const CHARTS = fileURLToPath(new URL('../docs/reports/performance/', import.meta.url))

const INTRODUCTION =
  'Compare the ratios: absolute figures depend on the machine. `npm run bench` measures the product beside other products, which it installs into `bench/peers/`, and writes this report. `npm run bench -- PART` runs one part and replaces its section; `--quick` shows that it works and writes nothing.'

/** A part's results, and the machine. */
export interface Measured {
  readonly name: string
  readonly part: Part
  readonly machine: string
}

/** Replaces the section and the charts of one part. `order` lists all parts. */
export async function writeReport(measured: Measured, order: readonly string[]): Promise<void> {
  const { name, part } = measured
  const before = await readFile(REPORT, 'utf8').catch(() => '')
  const sections = new Map(
    before
      .split(/^(?=<a id=)/m)
      .slice(1)
      .map((section) => [section.match(/id="(.*?)"/)?.[1] ?? '', section.trim()]),
  )
  sections.set(name, sectionOf(measured))
  const inOrder = order.flatMap((one) => sections.get(one) ?? [])
  await mkdir(CHARTS, { recursive: true })
  await Promise.all(part.charts.map((chart) => writeFile(`${CHARTS}${chart.name}.svg`, chartSvg(chart))))
  // Written to a new file first, so that an interruption does not lose the other parts.
  const summary = inOrder.map((section) => section.replace(SUMMARY, '- **$1**: $2').split('\n', 1)).join('\n')
  const report = ['# Performance', summary, INTRODUCTION, ...inOrder].join('\n\n')
  await writeFile(`${REPORT}.new`, `${report}\n`)
  await rename(`${REPORT}.new`, REPORT)
}

/** The title and the first line of a section. */
const SUMMARY = /^<a .*\n\n## (.*)\n\n(.*)/

function sectionOf({ name, part, machine }: Measured): string {
  const { title, summary, about, goals, tables, charts, missing } = part
  return [
    `<a id="${name}"></a>`,
    `## ${title}`,
    summary,
    ...charts.map((chart) => `![${chart.title}](performance/${chart.name}.svg)`),
    goals.map(lineOf).join('\n'),
    ...tables.map(markdownOf),
    `**How it was measured.** ${about}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}. \`npm run bench -- ${name}\``,
    ...missing.map((gap) => `Not measured: ${gap}`),
  ].join('\n\n')
}

const lineOf = ({ goal, found, isMet }: Goal) =>
  `- ${isMet ? '✔ met' : '✖ **missed**'}: ${goal}. Found: ${found}.`

function markdownOf({ caption, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [`${caption}:`, '', line(columns), line(rule), ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** The versions and the machine. Read at the start, because the revision may change during a long run. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${revision(['describe', '--always', '--dirty'])}, ${cpus().length} cores, ${memory} of memory, ${type()} ${release()}, Node ${process.versions.node}, ${chromiumVersion()}`
}

function chromiumVersion(): string {
  const found = findChromium()
  if ('missing' in found) return 'no Chromium'
  const output = execFileSync(found.path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.match(/Chrom\w+ [\d.]+/)?.[0] ?? output.trim()
}
