import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { revision } from '../../scripts/revision.ts'
import { type Fault, type Group, isMet, isNamed, type Measured } from './fault.ts'
import { INTRODUCTION } from './introduction.ts'

export interface Row {
  readonly fault: Fault
  readonly measured?: Measured
  readonly skipped?: string
  readonly seconds: number
}

const REPORT = fileURLToPath(new URL('../../docs/reports/faults.md', import.meta.url))

/** What of a group was run: all of it as often as is written down, a share, or what `only` names. */
interface Extent {
  readonly share: number
  readonly only: string
}

/** Replaces the table of one group, and leaves the others as they are; part of a group has a table of its own. */
export async function writeReport(group: Group, rows: readonly Row[], extent: Extent): Promise<void> {
  const before = await readFile(REPORT, 'utf8').catch(() => '')
  await writeFile(REPORT, reportAfter(before, group, rows, extent))
}

export function reportAfter(before: string, group: Group, rows: readonly Row[], extent: Extent): string {
  const kept = before.split(/^(?=## )/m).filter((section) => section.startsWith('## '))
  const title = extent.only === '' ? group.title : `${group.title}: ${extent.only}`
  const cannotRun = (part: string) => {
    const named = rows.filter(({ fault }) => isNamed(fault, part))
    return named.length > 0 && named.every(({ measured }) => !measured)
  }
  const isReplaced = (section: string) => {
    const [, heading = '', part] = /^## (.*?)(?:: (.*))?\n/.exec(section) ?? []
    if (part === undefined || extent.only !== '') return section.startsWith(`## ${title}\n`)
    // With the whole group its parts have been run too, unless this machine cannot, and another one could.
    return heading === title && !cannotRun(part)
  }
  const sections = [
    ...kept.filter((section) => !isReplaced(section)),
    sectionOf({ ...group, title }, rows, extent),
  ].sort()
  return `${INTRODUCTION}\n${sections.map((section) => section.trim()).join('\n\n')}\n`
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
const REVISION = revision(['rev-parse', '--short', 'HEAD'])

function versions(): string {
  return `${REVISION}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, Linux ${release()}, ${cpus().length} cores`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
