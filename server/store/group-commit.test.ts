import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groupCommit, type Transactions } from './group-commit.ts'

function setUp(more: Partial<Transactions> = {}) {
  const steps: string[] = []
  let isOpen = false
  const transactions: Transactions = {
    begin() {
      steps.push('begin')
      isOpen = true
    },
    commit() {
      steps.push('commit')
      isOpen = false
    },
    rollback() {
      steps.push('rollback')
      isOpen = false
    },
    apart: (change) => change(),
    isOpen: () => isOpen,
    isBusy: (error) => error instanceof Error && error.message === 'busy',
    ...more,
  }
  return {
    steps,
    change: groupCommit(transactions, 200),
    undoAll: () => {
      isOpen = false
    },
  }
}

it('changes that arrive together share one commit, in order', async () => {
  const { steps, change } = setUp()
  const results = await Promise.all(
    [1, 2, 3].map((number) => change(() => steps.push(`change ${number}`) && number)),
  )
  assert.deepEqual(results, [1, 2, 3])
  assert.deepEqual(steps, ['begin', 'change 1', 'change 2', 'change 3', 'commit'])
})

it('nothing is promised before the commit, and a commit that fails fails all', async () => {
  const { steps, change } = setUp({
    commit() {
      throw new Error('fsync')
    },
  })
  const results = await Promise.allSettled([change(() => 1), change(() => 2)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(steps, ['begin', 'rollback'])
})

it('a change that fails fails alone', async () => {
  const { steps, change } = setUp()
  const poison = () => {
    throw new Error('poison')
  }
  const results = await Promise.allSettled([change(() => 1), change(poison), change(() => 3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(steps.at(-1), 'commit')
})

it('a failure that undid the whole transaction fails all, also those before it', async () => {
  const { steps, change, undoAll } = setUp()
  const full = () => {
    undoAll()
    throw new Error('disk full')
  }
  const results = await Promise.allSettled([change(() => 1), change(full), change(() => 3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.ok(!steps.includes('commit'))
})

it('another writer is waited for, but not for ever', async () => {
  let busy = 3
  const { steps, change } = setUp({
    begin() {
      if (busy-- > 0) throw new Error('busy')
    },
    isOpen: () => true,
  })
  assert.equal(await change(() => 'done'), 'done')
  busy = 1000
  await assert.rejects(
    change(() => 'never'),
    /busy/,
  )
  assert.deepEqual(steps, ['commit'])
})
