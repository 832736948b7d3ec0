import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { it } from 'node:test'

/** A program that would print "finished" if it went on after the signal. */
const PROGRAM = `
import { cleanUpOnSignal, createSandbox } from ${JSON.stringify(new URL('sandbox.ts', import.meta.url).href)}
cleanUpOnSignal()
async function fault() {
  await using sandbox = await createSandbox()
  let stop = () => {}
  sandbox.defer(() => stop())
  console.log(sandbox.directory)
  await new Promise((resolve) => { stop = resolve; setTimeout(resolve, 60_000) })
}
await fault()
console.log('finished')
`

it('a signal removes the sandbox, and the interrupted program reports nothing', async () => {
  let output = ''
  const code = await new Promise((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', PROGRAM])
    child.stdout?.on('data', (text) => {
      output += text
      child.kill('SIGTERM')
    })
    child.on('close', resolve)
  })
  assert.equal(code, 130)
  assert.match(output, /^\S+kitchen-guide-faults-\w+\n$/)
  assert.equal(existsSync(output.trim()), false)
})
