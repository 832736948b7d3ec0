import { cleanUpOnSignal } from '../faults/harness/sandbox.ts'
import { buildSite } from '../scripts/build.ts'
import { exitWithError } from '../scripts/exit-with-error.ts'
import { readArgs } from '../scripts/read-args.ts'
import { describeError } from '../server/lib/errors.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import type { Bench, Part } from './part.ts'
import { describeMachine, writeReport } from './report.ts'

/** The parts in the order of the report. Each is loaded only when it runs. */
const parts: Readonly<Record<string, () => Promise<Bench>>> = {
  'first-load': async () => (await import('./first-load.ts')).firstLoad,
  step: async () => (await import('./step.ts')).step,
  visit: async () => (await import('./visit.ts')).visit,
  submit: async () => (await import('./submit.ts')).submit,
  desk: async () => (await import('./desk.ts')).desk,
}

/** `npm run bench [-- [PART…] [--quick]]`: compares the speed of the product with other products. */
const { values, positionals } = readArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  exitWithError(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)

cleanUpOnSignal()

const machine = describeMachine()
if (!(await isBuilt())) await buildSite()

const tally = { met: 0, missed: 0 }
for (const [name, load] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const started = performance.now()
  const part = await (await load()).measure({ quick: values.quick }).catch((error: unknown) => {
    console.error(`\n${name} could not be measured: ${describeError(error)}`)
    process.exitCode = 1
  })
  if (!part) continue
  printPart(part, (performance.now() - started) / 1000)
  if (!values.quick) await writeReport({ name, part, machine }, Object.keys(parts))
}
console.log(`\nbench: ${tally.met} goals met, ${tally.missed} missed`)
// A missed goal is not an error of the benchmark.
process.exit()

function printPart({ title, goals, tables, missing }: Part, seconds: number) {
  console.log(`\n${title} (${seconds.toFixed(0)} s)`)
  for (const { goal, found, isMet } of goals) {
    tally[isMet ? 'met' : 'missed'] += 1
    console.log(`${isMet ? '✔ met   ' : '✖ missed'} ${goal}: ${found}`)
  }
  for (const { caption, columns, rows } of tables) {
    console.log(`\n  ${caption}`)
    const widths = columns.map((_, at) => Math.max(...[columns, ...rows].map((row) => row[at]?.length ?? 0)))
    for (const row of [columns, ...rows])
      console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`)
  }
  for (const gap of missing) console.log(`  not measured: ${gap}`)
}
