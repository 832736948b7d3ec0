import { glob } from 'node:fs/promises'
import { buildSite } from './build.ts'
import { check } from './check.ts'
import { findChromium } from './find-chromium.ts'
import { refuse } from './refuse.ts'
import { run } from './run.ts'
import { isBuilt } from './source-hash.ts'

/** Everything that must hold: types and lint, the size budgets, unit and server tests, the visit in a browser. */
const tally = { passed: 0, failed: 0, skipped: 0 }

const PARTS = ['check', 'size', 'unit', 'browser', 'faults'] as const
const only = process.argv.slice(2)
const wanted = (part: (typeof PARTS)[number]) => only.length === 0 || only.includes(part)
const unknown = only.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) refuse(`No such part: ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`)

if (wanted('check')) {
  heading('Types, lint, format, unused code')
  for (const { code } of await check()) count({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })
}

if (!(await isBuilt())) {
  heading('Build')
  await buildSite()
}

if (wanted('size')) {
  heading('Sizes')
  const { code } = await run('node', ['scripts/size.ts'])
  count({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })
}

if (wanted('unit')) {
  heading('Unit and server tests')
  const files = await Array.fromAsync(glob('{questionnaire,desk,web,server,scripts,faults}/**/*.test.ts'))
  const { code, output } = await run('node', [
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=3',
    ...files,
  ])
  const told = (name: string) => Number(output.match(new RegExp(`^ℹ ${name} (\\d+)`, 'm'))?.[1] ?? 0)
  count({
    passed: told('pass'),
    failed: Math.max(told('fail') + told('cancelled'), code === 0 ? 0 : 1),
    skipped: told('skipped'),
  })
}

if (wanted('browser')) {
  heading('Browser tests')
  const chromium = findChromium()
  if ('missing' in chromium) {
    console.log(`Skipped: ${chromium.missing}.`)
    count({ skipped: 1 })
  } else {
    const { code, output } = await run('node_modules/.bin/playwright', ['test'], { CHROMIUM: chromium.path })
    const told = (word: string) => Number(output.match(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'))?.[1] ?? 0)
    count({
      passed: told('passed') + told('flaky'),
      failed: Math.max(told('failed'), code === 0 ? 0 : 1),
      skipped: told('skipped') + told('did not run'),
    })
  }
}

if (wanted('faults')) {
  heading('Faults, the short form')
  const { code, output } = await run('node', ['faults/run.ts', '--short'])
  const told = (word: string) => Number(output.match(new RegExp(`^faults: .*?(\\d+) ${word}`, 'm'))?.[1] ?? 0)
  count({
    passed: told('passed'),
    failed: Math.max(told('failed'), code === 0 ? 0 : 1),
    skipped: told('skipped'),
  })
}

console.log(
  `\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`,
)
process.exitCode = tally.failed === 0 ? 0 : 1

function count(part: Partial<typeof tally>) {
  tally.passed += part.passed ?? 0
  tally.failed += part.failed ?? 0
  tally.skipped += part.skipped ?? 0
}

function heading(text: string) {
  console.log(`\n=== ${text}`)
}
