import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../scripts/find-chromium.ts'
import { revision } from '../scripts/revision.ts'
import type { Goal, Part, Table } from './part.ts'
import { svgOf } from './plot.ts'

const REPORT = fileURLToPath(new URL('../docs/reports/performance.md', import.meta.url))
const PLOTS = fileURLToPath(new URL('../docs/reports/performance/', import.meta.url))

const INTRODUCTION = `# How fast it is

Written by \`npm run bench\`, which measures the product beside its peers and beside the limit, in one run on one machine: every figure is of a run that took place, at the time and on the machine its section names. Ratios count; absolute figures are context. \`npm run bench -- PART\` runs one part and replaces its section; \`--quick\` shows that it works and writes nothing. Peers are installed into \`bench/peers/\`, outside the product.
`

/** A part that was measured, and where. */
export interface Measured {
  readonly name: string
  readonly part: Part
  readonly surroundings: string
}

/** Replaces the section of one part and its plots, and leaves the others as they are; `order` is that of the parts. */
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
  await mkdir(PLOTS, { recursive: true })
  await Promise.all(part.plots.map((plot) => writeFile(`${PLOTS}${plot.name}.svg`, svgOf(plot))))
  // Last and whole, whoever ends us: the other parts are in it too.
  await writeFile(`${REPORT}.new`, `${[INTRODUCTION.trim(), ...inOrder].join('\n\n')}\n`)
  await rename(`${REPORT}.new`, REPORT)
}

function sectionOf({ name, part, surroundings }: Measured): string {
  const { title, about, goals, tables, plots, missing } = part
  return [
    `<a id="${name}"></a>`,
    `## ${title}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${surroundings}. \`npm run bench -- ${name}\``,
    about,
    goals.map(lineOf).join('\n'),
    ...plots.map((plot) => `![${plot.title}](performance/${plot.name}.svg)`),
    ...tables.map(markdownOf),
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

/** What figures depend on beside the code. To be read at the start, since a commit may come before the end. */
export function readSurroundings(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${revision(['describe', '--always', '--dirty'])}, ${cpus().length} cores, ${memory} of memory, ${type()} ${release()}, Node ${process.versions.node}, ${chromiumVersion()}`
}

function chromiumVersion(): string {
  const found = findChromium()
  if ('missing' in found) return 'no Chromium'
  const told = execFileSync(found.path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return told.match(/Chrom\w+ [\d.]+/)?.[0] ?? told.trim()
}
