// Everything that must hold: types and lint, the size budgets, unit and server tests, the visit and the desk in a
// browser, and faults in their short form.

import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { check } from './check.ts'
import { findShell } from './find-chromium.ts'
import { makeAnew } from './make-anew.ts'
import { refuse } from './refuse.ts'
import { type Run, run } from './run.ts'

const tally = { passed: 0, failed: 0, skipped: 0 }
/** Said again at the end: whoever has only the last page of a long run must see what broke. */
const troubles: string[] = []

const PARTS = ['check', 'size', 'unit', 'browser', 'faults'] as const
const only = process.argv.slice(2)
const wanted = (part: (typeof PARTS)[number]) => only.length === 0 || only.includes(part)
const unknown = only.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) refuse(`No such part: ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`)

// Hundreds of programs are started from the same files: what Node has compiled for one, the next need not compile.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
await makeAnew(process.env.NODE_COMPILE_CACHE).catch(refuse)

if (wanted('check')) {
  heading('Types, lint, format, unused code')
  for (const checked of await check()) countOne(checked)
}

if (!(await isBuilt())) {
  heading('Build')
  await buildSite()
}

if (wanted('size')) {
  heading('Sizes')
  countOne(await run('node', ['scripts/size.ts']))
}

if (wanted('unit')) {
  heading('Unit and server tests')
  const files = await Array.fromAsync(
    // Not below bench: its peers have tests of their own.
    glob(['{questionnaire,desk,web,server,scripts,faults}/**/*.test.ts', 'bench/*.test.ts']),
  )
  const args = ['--test', '--test-reporter=spec', '--test-concurrency=4', ...files]
  // Node bounds a test, but not a file whose process something left behind keeps alive.
  const tested = await run('node', args, { minutes: 10 })
  const told = (name: string) => numberIn(tested, new RegExp(`^ℹ ${name} (\\d+)`, 'm'))
  count(tested, {
    passed: told('pass'),
    failed: told('fail') + told('cancelled'),
    skipped: told('skipped'),
    trouble: /^✖ failing tests:.*/ms,
  })
}

if (wanted('browser')) {
  heading('Browser tests')
  const chromium = findShell()
  if ('missing' in chromium) {
    console.log(`Skipped: ${chromium.missing}.`)
    tally.skipped += 1
  } else {
    const tested = await run('node_modules/.bin/playwright', ['test'], {
      environment: { CHROMIUM: chromium.path },
    })
    const told = (word: string) => numberIn(tested, new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'))
    count(tested, {
      passed: told('passed') + told('flaky'),
      failed: told('failed'),
      skipped: told('skipped') + told('did not run'),
      trouble: /^ {2}1\) .*/ms,
    })
  }
}

if (wanted('faults')) {
  heading('Faults, the short form')
  const tested = await run('node', ['faults/run.ts', '--short'], { minutes: 15 })
  const told = (word: string) => numberIn(tested, new RegExp(`^faults: .*?(\\d+) ${word}`, 'm'))
  count(tested, {
    passed: told('passed'),
    failed: told('failed'),
    skipped: told('skipped'),
    trouble: /^✖ .*(?:\n {4}.*)*/gm,
  })
}

if (troubles.length > 0) heading(`What failed\n${troubles.join('\n')}`)
console.log(
  `\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`,
)
process.exitCode = tally.failed === 0 ? 0 : 1

interface Told {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What of its output tells of failures. */
  readonly trouble: RegExp
}

function count({ code, output }: Run, { passed, failed, skipped, trouble }: Told) {
  tally.passed += passed
  tally.failed += Math.max(failed, code === 0 ? 0 : 1)
  tally.skipped += skipped
  if (code !== 0) troubles.push(...(output.match(trouble) ?? [output]))
}

function countOne(done: Run) {
  count(done, { passed: done.code === 0 ? 1 : 0, failed: 0, skipped: 0, trouble: /.+/s })
}

function numberIn({ output }: Run, pattern: RegExp): number {
  return Number(output.match(pattern)?.[1] ?? 0)
}

function heading(text: string) {
  console.log(`\n=== ${text}`)
}
