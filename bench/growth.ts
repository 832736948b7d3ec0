import { tmpdir } from 'node:os'
import { createSandbox, type Sandbox } from '../faults/harness/sandbox.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { AT_A_TIME, CONNECTIONS, type GrownStore, growStore, guideOn } from './grown-store.ts'
import { interleaved } from './interleaved.ts'
import { type Export, measureExport } from './measure-export.ts'
import { OURS } from './names.ts'
import type { Bench, Goal, Part } from './part.ts'
import { median } from './quantile.ts'

const MOST_GROWTH = 1.2
/** A short export ends before the garbage collector has taken the room it works in. */
const MOST_EXPORT_GROWTH = 1.5
const STARTS = 7
const ROUNDS = 9
const NO_FIGURE = '–'

interface Finding extends GrownStore {
  readonly startMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly processorMs: number
  readonly json: Export
  readonly csv: Export
}

/** Whether the product stays as it was when it has been used for years. */
export const growth: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const files: GrownStore[] = []
    for (const size of quick ? [1000, 10_000] : [1000, 100_000, 1_000_000])
      files.push(await growStore(sandbox, size))
    const databases: GrownStore[] = []
    const postgres = await startPostgres(tmpdir())
    if (typeof postgres !== 'string') {
      sandbox.defer(() => postgres.close())
      for (const size of quick ? [1000, 10_000] : [1000, 100_000])
        databases.push(await growStore(sandbox, size, await postgres.newDatabase()))
    }
    const found = await findings([...files, ...databases], sandbox, quick)
    return { ...told(found, files.length), missing: typeof postgres === 'string' ? [postgres] : [] }
  },
}

async function findings(
  stores: readonly GrownStore[],
  sandbox: Sandbox,
  quick: boolean,
): Promise<readonly Finding[]> {
  const guides = await Promise.all(stores.map((store) => guideOn(store, sandbox)))
  const starts = await interleaved(guides, quick ? 3 : STARTS, (guide) => guide.restart())
  // The first of them find a server that is not warm yet.
  await interleaved(guides, 1, (guide) => guide.submitSome())
  const loads = await interleaved(guides, quick ? 3 : ROUNDS, (guide) => guide.submitSome())
  for (const guide of guides) await guide.end()
  const found: Finding[] = []
  for (const [index, store] of stores.entries()) {
    found.push({
      ...store,
      startMs: median(starts[index] ?? []),
      p50Ms: median((loads[index] ?? []).map(({ p50Ms }) => p50Ms)),
      p99Ms: median((loads[index] ?? []).map(({ p99Ms }) => p99Ms)),
      processorMs: median((loads[index] ?? []).map(({ processorMs }) => processorMs)),
      json: await measureExport(store.url, 'json'),
      csv: await measureExport(store.url, 'csv'),
    })
  }
  return found
}

/** The files come first; the goals are theirs, since only they are filled with the most. */
function told(all: readonly Finding[], fileCount: number): Omit<Part, 'missing'> {
  const files = all.slice(0, fileCount)
  return {
    title: 'Growth',
    about: `Stores are filled with made-up projects of three years, each with its sent delivery and its file at the desk. Starting: the server's process until /healthz answers, median of ${STARTS} starts. Submitting: ${CONNECTIONS} connections in a closed loop, ${ROUNDS} rounds of ${AT_A_TIME} submissions after one to warm up, with mail to files; medians of the rounds' p50 and p99, and of the processor's time that the server had for each. The stores take turns. Export: npm run projects, once each, rows from its first byte to its last, and the most memory that its process had.`,
    goals: [
      grows('The slowest submissions (p99)', files, ({ p99Ms }) => p99Ms, MOST_GROWTH),
      grows('Starting', files, ({ startMs }) => startMs, MOST_GROWTH),
      grows('Memory of an export', files, peakOf, MOST_EXPORT_GROWTH),
    ],
    tables: [
      {
        caption: 'Submitting and starting by how many projects are stored',
        columns: ['store', 'submit p50', 'submit p99', 'processor', 'start', 'bytes a project', 'filled in'],
        rows: all.map((one) => [
          one.label,
          milliseconds(one.p50Ms),
          milliseconds(one.p99Ms),
          `${one.processorMs.toFixed(2)} ms`,
          milliseconds(one.startMs),
          one.bytesPerProject === null ? NO_FIGURE : one.bytesPerProject.toFixed(0),
          `${one.fillSeconds.toFixed(0)} s`,
        ]),
      },
      {
        caption: 'Exporting by how many projects are stored',
        columns: ['store', 'JSON rows/s', 'CSV rows/s', 'JSON peak memory', 'CSV peak memory'],
        rows: all.map(({ label, json, csv }) => [
          label,
          json.rowsPerSecond.toFixed(0),
          csv.rowsPerSecond.toFixed(0),
          megabytes(json.peakMb),
          megabytes(csv.peakMb),
        ]),
      },
    ],
    plots: [
      plot('growth-submit', 'Submit p99', all, ({ p99Ms }) => p99Ms),
      plot('growth-start', 'From start to ready', all, ({ startMs }) => startMs),
    ],
  }
}

type Figure = (one: Finding) => number

const peakOf: Figure = ({ json, csv }) => Math.max(json.peakMb, csv.peakMb)

/** From the smallest store to the largest. */
function grows(what: string, stores: readonly Finding[], figure: Figure, limit: number): Goal {
  const [least, most] = [stores.at(0), stores.at(-1)]
  const growth = least && most ? figure(most) / figure(least) : Number.NaN
  return {
    goal: `${what}: ≤ ${limit} × from ${least?.label} projects to ${most?.label}`,
    found: `${growth.toFixed(2)} ×`,
    isMet: growth <= limit,
  }
}

const plot = (name: string, title: string, all: readonly Finding[], value: Figure) => ({
  name,
  title,
  unit: 'ms',
  groups: all.map((one) => ({ label: one.label, bars: [{ who: OURS, value: value(one) }] })),
})

const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const megabytes = (value: number) => (Number.isNaN(value) ? NO_FIGURE : `${value.toFixed(0)} MB`)
