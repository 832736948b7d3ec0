// Runs every check and test, or the parts named on the command line, and prints one closing line of counts.

import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { isBuilt } from '../server/site/source-hash.ts'
import { startFirestore } from '../server/testing/firestore.ts'
import { fastDirectory, startPostgres } from '../server/testing/postgres.ts'
import { buildSite } from './build.ts'
import { check } from './check.ts'
import { emptyFolder } from './empty-folder.ts'
import { exitWithError } from './exit-with-error.ts'
import { findHeadlessShell } from './find-chromium.ts'
import { type Run, run } from './run.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly output: string
  /** The part of the output that describes the failures, repeated at the end of a long run. */
  readonly failures?: string
}

/** In the order in which they start, two at a time: beside the browser tests, which wait a lot, the others. */
const parts: Readonly<Record<string, () => Promise<Counts>>> = {
  browser: runBrowserTests,
  check: async () => countRuns(await check({ silent })),
  unit: runUnitTests,
  engines: () => runNodeTests(['e2e/browsers/short-walk.test.ts'], { minutes: 10 }),
  faults: runFaults,
  size: async () => countRuns([await run('node', ['scripts/size.ts'], { silent })]),
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0)
  exitWithError(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
/** The output of parts that run at the same time is printed when each has ended. */
const silent = names.length !== 1

// The tests start hundreds of processes from the same files. With this cache Node compiles each file once.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
await emptyFolder(process.env.NODE_COMPILE_CACHE).catch(exitWithError)
process.env.TMPDIR = fastDirectory()

if (!(await isBuilt())) {
  console.log('\n=== build')
  await buildSite()
}

const wanted = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name))
const results = await pLimit(2).map(wanted, async ([name, runPart]) => {
  const started = performance.now()
  const result = await runPart()
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n=== ${name}, ${seconds} s${silent ? `\n${result.output}` : ''}`)
  return result
})

const failures = results.flatMap(({ failures }) => failures ?? [])
if (failures.length > 0) console.log(`\n=== failures\n${failures.join('\n')}`)
const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((key) =>
  results.reduce((sum, counts) => sum + counts[key], 0),
)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1

async function runUnitTests(): Promise<Counts> {
  const files = await Array.fromAsync(
    // Not below bench/peers, whose packages have tests of their own.
    glob(['{questionnaire,desk,web,server,scripts,faults}/**/*.test.ts', 'bench/*.test.ts']),
  )
  const [postgres, firestore] = await Promise.all([startPostgres(), startFirestore()])
  const environment = {
    ...(typeof postgres !== 'string' && { TEST_POSTGRES: postgres.url }),
    ...(typeof firestore !== 'string' && { TEST_FIRESTORE: firestore.host }),
  }
  const counts = await runNodeTests(files, { minutes: 15, environment })
  for (const shared of [postgres, firestore]) if (typeof shared !== 'string') await shared.close()
  return counts
}

async function runNodeTests(
  files: readonly string[],
  options: { readonly minutes: number; readonly environment?: NodeJS.ProcessEnv },
): Promise<Counts> {
  const args = ['--test', '--test-reporter=spec', '--test-concurrency=3', ...files]
  // Node limits the time of a test, but not of a process that something keeps alive after its tests.
  const result = await run('node', args, { ...options, silent })
  const count = (name: string) => numberIn(result, new RegExp(`^ℹ ${name} (\\d+)`, 'm'))
  return withExitCode(result, {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped'),
    failures: /^✖ failing tests:.*/ms,
  })
}

async function runBrowserTests(): Promise<Counts> {
  const chromium = findHeadlessShell()
  if ('missing' in chromium) {
    return { passed: 0, failed: 0, skipped: 1, output: `Skipped: ${chromium.missing}.` }
  }
  const environment = { CHROMIUM: chromium.path }
  const result = await run('node_modules/.bin/playwright', ['test'], { environment, silent })
  const count = (word: string) => numberIn(result, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'))
  return withExitCode(result, {
    passed: count('passed') + count('flaky'),
    failed: count('failed'),
    skipped: count('skipped') + count('did not run'),
    failures: /^ {2}1\) .*/ms,
  })
}

async function runFaults(): Promise<Counts> {
  const result = await run('node', ['faults/run.ts', '--short'], { minutes: 15, silent })
  const count = (word: string) => numberIn(result, new RegExp(`^faults: .*?(\\d+) ${word}`, 'm'))
  return withExitCode(result, {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: /^✖ .*(?:\n {4}.*)*/gm,
  })
}

/** A part whose process failed counts as failed, even if its output names no failure. */
function withExitCode(
  { code, output }: Run,
  { failures, ...counts }: Omit<Counts, 'failures' | 'output'> & { readonly failures: RegExp },
): Counts {
  if (code === 0) return { ...counts, output }
  const described = output.match(failures)?.join('\n') ?? output
  return { ...counts, output, failed: Math.max(counts.failed, 1), failures: described }
}

function countRuns(runs: readonly Run[]): Counts {
  const failing = runs.filter(({ code }) => code !== 0)
  return {
    passed: runs.length - failing.length,
    failed: failing.length,
    skipped: 0,
    output: runs.map(({ output }) => output).join(''),
    ...(failing.length > 0 ? { failures: failing.map(({ output }) => output).join('\n') } : {}),
  }
}

function numberIn({ output }: Run, pattern: RegExp): number {
  return Number(output.match(pattern)?.[1] ?? 0)
}
