// Runs every check and test, or the parts named on the command line, and prints one closing line of counts.

import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../server/site/source-hash.ts'
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
  /** The part of the output that describes the failures, repeated at the end of a long run. */
  readonly failures?: string
}

const parts: Readonly<Record<string, () => Promise<Counts>>> = {
  check: async () => countRuns(await check()),
  size: async () => countRuns([await run('node', ['scripts/size.ts'])]),
  unit: runUnitTests,
  browser: runBrowserTests,
  engines: () => runNodeTests(['e2e/browsers/short-walk.test.ts'], { minutes: 5 }),
  faults: runFaults,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0)
  exitWithError(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)

// The tests start hundreds of processes from the same files. With this cache Node compiles each file once.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
await emptyFolder(process.env.NODE_COMPILE_CACHE).catch(exitWithError)

if (!(await isBuilt())) {
  console.log('\n=== build')
  await buildSite()
}

const results: Counts[] = []
for (const [name, runPart] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`\n=== ${name}`)
  results.push(await runPart())
}

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
  return runNodeTests(files, { minutes: 10 })
}

async function runNodeTests(files: readonly string[], { minutes }: { minutes: number }): Promise<Counts> {
  const args = ['--test', '--test-reporter=spec', '--test-concurrency=4', ...files]
  // Node limits the time of a test, but not of a process that something keeps alive after its tests.
  const result = await run('node', args, { minutes })
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
    console.log(`Skipped: ${chromium.missing}.`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const environment = { CHROMIUM: chromium.path }
  const result = await run('node_modules/.bin/playwright', ['test'], { environment })
  const count = (word: string) => numberIn(result, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'))
  return withExitCode(result, {
    passed: count('passed') + count('flaky'),
    failed: count('failed'),
    skipped: count('skipped') + count('did not run'),
    failures: /^ {2}1\) .*/ms,
  })
}

async function runFaults(): Promise<Counts> {
  const result = await run('node', ['faults/run.ts', '--short'], { minutes: 15 })
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
  { failures, ...counts }: Omit<Counts, 'failures'> & { readonly failures: RegExp },
): Counts {
  if (code === 0) return counts
  const described = output.match(failures)?.join('\n') ?? output
  return { ...counts, failed: Math.max(counts.failed, 1), failures: described }
}

function countRuns(runs: readonly Run[]): Counts {
  const failing = runs.filter(({ code }) => code !== 0)
  return {
    passed: runs.length - failing.length,
    failed: failing.length,
    skipped: 0,
    ...(failing.length > 0 ? { failures: failing.map(({ output }) => output).join('\n') } : {}),
  }
}

function numberIn({ output }: Run, pattern: RegExp): number {
  return Number(output.match(pattern)?.[1] ?? 0)
}
