import { buildSite } from '../scripts/build.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { readArgs } from '../scripts/read-args.ts'
import { refuse } from '../scripts/refuse.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { groups } from './groups.ts'
import { counter } from './harness/counts.ts'
import { endEarly } from './harness/end-early.ts'
import {
  type Fault,
  type Group,
  isMet,
  isNamed,
  type Measured,
  mayBeTheMachines,
  NotHere,
} from './harness/fault.ts'
import { type Row, writeReport } from './harness/report.ts'
import { closeSharedPostgres } from './harness/shared-postgres.ts'
import { closeSharedEmulator } from './store/firestore.ts'
import { closeSharedBrowser } from './visit/browser.ts'
import { removeSecondBuild } from './visit/second-build.ts'

/** `npm run faults [-- [GROUP…] [--only TEXT] [--short] [--share 0.1]]`: breaks the product and counts what that cost. */
const { values, positionals } = readArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const share = Number(values.share)
if (!(share > 0 && share <= 1)) refuse('--share must be above 0 and at most 1, such as 0.1.')
const count = counter(values.short ? 'short' : 'full', share)
const wanted = groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
/** Most faults wait for most of their time, so the short form has many of them side by side. */
const SHORT_AT_ONCE = 6
const shortForm: Group = {
  name: 'short',
  title: 'The short form',
  faults: wanted.flatMap(({ faults }) => faults.filter(({ onlyFull }) => !onlyFull)),
  atOnce: SHORT_AT_ONCE,
}
const unknown = positionals.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0)
  refuse(`No such group: ${unknown.join(', ')}. There are ${groups.map(({ name }) => name).join(', ')}.`)

const isChosen = (fault: Fault) => isNamed(fault, values.only)
const chosenGroups = values.short ? [shortForm] : wanted
if (!chosenGroups.some(({ faults }) => faults.some(isChosen)))
  refuse(`No fault of these has ${values.only} in its row or name.`)

endEarly(closeShared)

if (!(await isBuilt())) await buildSite()
// Nothing else goes on here while it is being installed, and the faults have servers of their own here.
findChromium()
const all: Row[] = []
for (const group of chosenGroups) {
  console.log(`\n${group.title}`)
  const rows = await rowsOf(group)
  all.push(...rows)
  // A short run proves that the programs work; what is written down are the long ones.
  if (!values.short && rows.length > 0) await writeReport(group, rows, { share, only: values.only })
}
await closeShared()
const skipped = all.filter(({ measured }) => !measured).length
const failed = all.filter(({ measured }) => measured && !isMet(measured)).length
console.log(`\nfaults: ${all.length - skipped - failed} passed, ${failed} failed, ${skipped} skipped`)
// Kept connections of visitors would hold the process.
process.exit(failed === 0 ? 0 : 1)

async function closeShared() {
  await closeSharedPostgres()
  await closeSharedEmulator()
  await closeSharedBrowser()
  await removeSecondBuild()
}

async function rowsOf({ faults, atOnce }: Group): Promise<readonly Row[]> {
  const chosen = faults.filter(isChosen)
  const rows = new Map<Fault, Row>()
  const bringAbout = async (waiting: Fault[]) => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const row = await rowOf(fault)
      rows.set(fault, row)
      say(row)
    }
  }
  await bringAbout(chosen.filter(({ alone }) => alone))
  const others = chosen.filter(({ alone }) => !alone)
  await Promise.all(Array.from({ length: atOnce }, () => bringAbout(others)))
  // Side by side on two cores, a fault may fail for lack of time, and a browser may keep no page for Back.
  const unsure = values.short ? chosen.filter((fault) => isUnsure(rows.get(fault))) : []
  if (unsure.length > 0) {
    console.log('\nOnce more, each by itself, in a new browser')
    await closeSharedBrowser()
  }
  await bringAbout(unsure)
  return chosen.flatMap((fault) => rows.get(fault) ?? [])
}

function isUnsure(row?: Row): boolean {
  return row?.measured !== undefined && mayBeTheMachines(row.measured)
}

async function rowOf(fault: Fault): Promise<Row> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const missing = fault.needs?.()
  if (missing) return { fault, skipped: missing, seconds: 0 }
  try {
    return { fault, measured: await fault.run(count), seconds: seconds() }
  } catch (error) {
    if (error instanceof NotHere) return { fault, skipped: error.message, seconds: seconds() }
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { fault, measured: broken(reason), seconds: seconds() }
  }
}

function broken(reason: string): Measured {
  return { runs: 0, lost: 0, doubled: 0, wrongText: 0, longestWaitMs: 0, failures: [reason] }
}

function say({ fault, measured, skipped, seconds }: Row) {
  if (!measured) return console.log(`﹣ ${fault.rows} ${fault.name}: skipped, ${skipped}`)
  const { runs, lost, doubled, wrongText, longestWaitMs, failures, note } = measured
  console.log(
    `${isMet(measured) ? '✔' : '✖'} ${fault.rows} ${fault.name}: ${runs} runs, ${lost} lost, ${doubled} doubled, ${wrongText} wrong text, longest wait ${Math.round(longestWaitMs)} ms (${seconds.toFixed(1)} s)${note ? `; ${note}` : ''}`,
  )
  for (const failure of failures) console.log(`    ${failure}`)
}
