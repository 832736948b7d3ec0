import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { it } from 'node:test'

const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

/** A fault in its middle, which would say when it is over. */
const PROGRAM = `
import { endEarly } from ${url('end-early.ts')}
import { createStage } from ${url('stage.ts')}
endEarly()
async function fault() {
  await using stage = await createStage()
  let isEnded = () => {}
  stage.after(() => isEnded())
  console.log(stage.directory)
  await new Promise((resolve) => { isEnded = resolve; setTimeout(resolve, 60_000) })
}
await fault()
console.log('over')
`

it('a signal in the middle of a fault removes its stage, and the fault tells nothing', async () => {
  let told = ''
  const code = await new Promise((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', PROGRAM])
    child.stdout?.on('data', (text) => {
      told += text
      child.kill('SIGTERM')
    })
    child.on('close', resolve)
  })
  assert.equal(code, 130)
  assert.match(told, /^\S+kitchen-guide-faults-\w+\n$/)
  assert.equal(existsSync(told.trim()), false)
})
