import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { compileCache } from '../server/testing/compile-cache.ts'

/** Runs a program, and returns its output and exit code. */
function output(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    // As on a new machine: without git and without Chromium.
    env: { PATH: '/nowhere', ...compileCache, DATABASE_URL: '' },
    encoding: 'utf8',
    // Some programs load slowly on a busy machine.
    timeout: 300_000,
  })
  return { status, text: `${stdout}${stderr}` }
}

for (const [program, args, sentence] of [
  [
    'scripts/test.ts',
    ['units'],
    /^There is no part units\. The parts are browser, check, unit, engines, faults, size\.\n$/,
  ],
  ['bench/run.ts', ['--qick'], /^Unknown option '--qick'\. The options are --quick\.\n$/],
  ['faults/run.ts', ['mail', '--only', 'zzzz'], /^No fault in these groups has zzzz in its row or name\.\n$/],
] as const) {
  it(`wrong usage prints an error: ${program} ${args.join(' ')}`, () => {
    const { status, text } = output(program, args)
    assert.match(text, sentence)
    assert.equal(status, 2)
  })
}
