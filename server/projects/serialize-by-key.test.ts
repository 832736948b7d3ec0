import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { oneAtATime } from './serialize-by-key.ts'

it('the same work is done once, other work of the key begins after it has begun, other keys beside it', async () => {
  const { run, idle } = oneAtATime<string, string>()
  const steps: string[] = []
  const begin = (name: string) => async () => {
    steps.push(`${name} begins`)
    await pause(10)
    steps.push(`${name} has begun`)
    return name
  }
  const goOn = async (name: string) => {
    await pause(50)
    steps.push(`${name} ends`)
    return name
  }
  const asked = Promise.all([
    run('a', '1', { begin: begin('a1'), goOn }),
    run('a', '1', { begin: begin('again'), goOn }),
    run('a', '2', { begin: begin('a2'), goOn }),
    run('b', '1', { begin: begin('b1'), goOn }),
  ])
  await idle()
  assert.equal(steps.filter((step) => step.endsWith('ends')).length, 3)
  assert.deepEqual(await asked, ['a1', 'a1', 'a2', 'b1'])
  const inOrder = ['a1 has begun', 'a2 begins', 'a1 ends', 'a2 ends']
  assert.deepEqual(
    steps.filter((step) => inOrder.includes(step)),
    inOrder,
  )
  assert.ok(steps.indexOf('b1 begins') < steps.indexOf('a1 has begun'))
  const later = run('a', '2', { begin: begin('later'), goOn })
  await idle()
  assert.ok(steps.includes('later ends'))
  assert.equal(await later, 'later')
})

it('work that failed does not keep the next from being done', async () => {
  const { run } = oneAtATime<string, string>()
  const goOn = async (begun: string) => begun
  const fail = async () => {
    throw new Error('no')
  }
  const failing = run('a', '1', { begin: fail, goOn })
  const next = run('a', '2', { begin: async () => 'done', goOn })
  await assert.rejects(failing)
  assert.equal(await next, 'done')
})

it('the same work is done once also when the work before it has ended', async () => {
  const { run } = oneAtATime<string, string>()
  const end = Promise.withResolvers<string>()
  let begun = 0
  const parts = {
    begin: async () => `begun ${++begun}`,
    goOn: () => end.promise,
  }
  const first = run('a', '1', { begin: async () => 'first', goOn: async (name) => name })
  const asked = run('a', '2', parts)
  await first
  const again = run('a', '2', parts)
  end.resolve('second')
  assert.deepEqual(await Promise.all([asked, again]), ['second', 'second'])
  assert.equal(begun, 1)
})

it('what begins while the end of all is waited for is waited for too', async () => {
  const { run, idle } = oneAtATime<string, string>()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const begin = async () => 'begun'
  void run('a', '1', { begin, goOn: () => first.promise })
  let isIdle = false
  const waiting = idle().then(() => {
    isIdle = true
  })
  void run('b', '1', { begin, goOn: () => second.promise })
  first.resolve('done')
  await turn()
  assert.equal(isIdle, false)
  second.resolve('done')
  await waiting
})
