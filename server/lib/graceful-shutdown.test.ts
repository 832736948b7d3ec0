import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'

const MODULE = new URL('./graceful-shutdown.ts', import.meta.url).href

it('a signal during the start ends the process once the start is finished', () => {
  const script = `
    import { gracefulShutdown } from '${MODULE}'
    const { promise, resolve } = Promise.withResolvers()
    gracefulShutdown(promise, {})
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => resolve(async () => console.log('finished')), 100)`
  const options = { encoding: 'utf8', timeout: 60_000 } as const
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options)
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'finished\n' })
})
