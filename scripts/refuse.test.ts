import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { temporaryDirectory } from '../server/test-app.ts'

/** What a program says, and with what it ends. Nobody's own store is meant where none is named. */
function told(program: string, args: readonly string[], databaseUrl = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  })
  return { status, text: `${stdout}${stderr}` }
}

for (const [program, args, sentence] of [
  ['scripts/test.ts', ['units'], /^No such part: units\. There are check, size, unit, browser, faults\.\n$/],
  ['scripts/pictures.ts', ['nope'], /^No such picture: nope\. There are cover, .*\n$/],
  ['bench/run.ts', ['--fill', 'abc'], /^--fill must be a whole number above 0, such as 10000\.\n$/],
  ['bench/run.ts', ['--fill', '10'], /^DATABASE_URL must name the empty store that is to be filled\.\n$/],
  ['faults/run.ts', ['--share', 'x'], /^--share must be above 0 and at most 1, such as 0\.1\.\n$/],
] as const) {
  it(`what cannot be meant is refused in a sentence: ${program} ${args.join(' ')}`, () => {
    const { status, text } = told(program, args)
    assert.match(text, sentence)
    assert.equal(status, 1)
  })
}

it('a store that is not empty is not filled, and that is said in a sentence', async (t) => {
  const url = `sqlite:${await temporaryDirectory(t)}/projects.db`
  assert.deepEqual(told('bench/run.ts', ['--fill', '2'], url), { status: 0, text: '' })
  assert.deepEqual(told('bench/run.ts', ['--fill', '2'], url), {
    status: 1,
    text: 'There are projects in this store; made-up ones belong into an empty one.\n',
  })
})
