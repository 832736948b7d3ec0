import pLimit from 'p-limit'
import { buildSite } from '../scripts/build.ts'
import { exitWithError } from '../scripts/exit-with-error.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { readArgs } from '../scripts/read-args.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { closeEmulator } from './documents/document-database.ts'
import { groups } from './groups.ts'
import { type Fault, type Group, isPassed, matches, mayBeOverload, Unavailable } from './harness/fault.ts'
import { type Row, writeReport } from './harness/report.ts'
import { cleanUpOnSignal } from './harness/sandbox.ts'
import { closeSharedPostgres } from './harness/shared-postgres.ts'
import { createTrial } from './harness/trial.ts'
import { closeSharedBrowser } from './visit/scene.ts'

/** `npm run faults [-- [GROUP…] [--only TEXT] [--short] [--share 0.1]]`: breaks the product and counts the damage. */
const { values, positionals } = readArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const share = Number(values.share)
if (!(share > 0 && share <= 1)) exitWithError('--share must be above 0 and at most 1, such as 0.1.')
const unknown = positionals.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0)
  exitWithError(
    `Unknown group: ${unknown.join(', ')}. The groups are ${groups.map(({ name }) => name).join(', ')}.`,
  )

const wanted = groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
/** Faults spend most of their time waiting, so the short run does many at a time. */
const SHORT_CONCURRENCY = 6
const shortGroup: Group = {
  name: 'short',
  title: 'The short run',
  faults: wanted.flatMap(({ faults }) => faults.filter(({ short }) => short)),
  concurrency: SHORT_CONCURRENCY,
}
const selected = (values.short ? [shortGroup] : wanted).map((group) => ({
  ...group,
  faults: group.faults.filter((fault) => matches(fault, values.only)),
}))
if (selected.every(({ faults }) => faults.length === 0))
  exitWithError(`No fault in these groups has ${values.only} in its row or name.`)

cleanUpOnSignal(closeShared)

if (!(await isBuilt())) await buildSite()
// Installs Chromium if needed, before any server runs.
findChromium()
const all: Row[] = []
for (const group of selected) {
  console.log(`\n${group.title}`)
  const rows = await runGroup(group)
  all.push(...rows)
  if (!values.short && rows.length > 0) await writeReport(group, rows, { share, only: values.only })
}
await closeShared()
const skipped = all.filter(({ result }) => !result).length
const failed = all.filter(({ result }) => result && !isPassed(result)).length
console.log(`\nfaults: ${all.length - skipped - failed} passed, ${failed} failed, ${skipped} skipped`)
// Keep-alive connections would keep the process running.
process.exit(failed === 0 ? 0 : 1)

async function closeShared() {
  await closeSharedPostgres()
  await closeEmulator()
  await closeSharedBrowser()
}

async function runGroup({ faults, concurrency }: Group): Promise<readonly Row[]> {
  const rows = new Map<Fault, Row>()
  const run = async (fault: Fault) => {
    const row = await runFault(fault)
    rows.set(fault, row)
    printRow(row)
  }
  await pLimit(concurrency).map(faults, run)
  // A fault of the short run may fail because too many run at the same time.
  const unsure = faults.filter((fault) => {
    const result = rows.get(fault)?.result
    return values.short && result !== undefined && mayBeOverload(result)
  })
  if (unsure.length > 0) {
    console.log('\nOnce more, each by itself, in a new browser')
    await closeSharedBrowser()
    await pLimit(1).map(unsure, run)
  }
  return faults.flatMap((fault) => rows.get(fault) ?? [])
}

async function runFault(fault: Fault): Promise<Row> {
  const missing = fault.needs?.()
  if (missing) return { fault, skipped: missing, seconds: 0 }
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  await using trial = await createTrial({ isShort: values.short, share })
  try {
    return { fault, result: await fault.run(trial), seconds: seconds() }
  } catch (error) {
    if (error instanceof Unavailable) return { fault, skipped: error.message, seconds: seconds() }
    trial.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { fault, result: trial.result(0), seconds: seconds() }
  }
}

function printRow({ fault, result, skipped, seconds }: Row) {
  if (!result) return console.log(`﹣ ${fault.rows} ${fault.name}: skipped, ${skipped}`)
  const { runs, lost, duplicated, wrongText, longestWaitMs, failures, note } = result
  console.log(
    `${isPassed(result) ? '✔' : '✖'} ${fault.rows} ${fault.name}: ${runs} runs, ${lost} lost, ${duplicated} duplicated, ${wrongText} wrong text, longest wait ${Math.round(longestWaitMs)} ms (${seconds.toFixed(1)} s)${note ? `; ${note}` : ''}`,
  )
  for (const failure of failures) console.log(`    ${failure}`)
}
