import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { oneAtATime } from './one-at-a-time.ts'

it('the same work is done once, other work of the key after it, other keys beside it', async () => {
  const { run, idle } = oneAtATime<string>()
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} begins`)
    await pause(10)
    steps.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([
    run('a', '1', work('a1')),
    run('a', '1', work('again')),
    run('a', '2', work('a2')),
    run('b', '1', work('b1')),
  ])
  assert.deepEqual(results, ['a1', 'a1', 'a2', 'b1'])
  assert.ok(steps.indexOf('a1 ends') < steps.indexOf('a2 begins'))
  assert.ok(steps.indexOf('b1 begins') < steps.indexOf('a1 ends'))
  await idle()
  assert.equal(await run('a', '1', work('later')), 'later')
})

it('work that failed does not keep the next from being done', async () => {
  const { run } = oneAtATime<string>()
  const failing = run('a', '1', async () => {
    throw new Error('no')
  })
  const next = run('a', '2', async () => 'done')
  await assert.rejects(failing)
  assert.equal(await next, 'done')
})
