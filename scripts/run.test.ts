import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './run.ts'

test('the output and the exit code of a program are returned', async () => {
  const { code, output } = await run('node', ['-e', 'console.log("words"); process.exitCode = 3'])
  assert.equal(output, 'words\n')
  assert.equal(code, 3)
})

test('a program that takes too long is stopped and has failed', async () => {
  const endless = 'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000)'
  const late = await run('node', ['-e', endless], { minutes: 0.02, silent: true })
  assert.deepEqual(late, { code: 1, output: '\nEnded after 0.02 minutes without finishing.\n' })
})
