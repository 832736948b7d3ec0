import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groupCommit, type Transactions } from './group-commit.ts'

function setUp(more: Partial<Transactions> = {}) {
  const steps: string[] = []
  const transactions: Transactions = {
    begin: () => void steps.push('begin'),
    commit: () => void steps.push('commit'),
    rollback: () => void steps.push('rollback'),
    isCausedByChange: (error) => error instanceof Error && error.message === 'poison',
    isBusy: (error) => error instanceof Error && error.message === 'busy',
    ...more,
  }
  return { steps, change: groupCommit(transactions, 200) }
}

const failing = (message: string) => () => {
  throw new Error(message)
}

it('changes that arrive together share one commit, in order', async () => {
  const { steps, change } = setUp()
  const results = await Promise.all(
    [1, 2, 3].map((number) => change(() => steps.push(`change ${number}`) && number)),
  )
  assert.deepEqual(results, [1, 2, 3])
  assert.deepEqual(steps, ['begin', 'change 1', 'change 2', 'change 3', 'commit'])
})

for (const message of ['fsync', 'poison']) {
  it(`a commit that fails with ${message} fails every change of its batch`, async () => {
    const { steps, change } = setUp({ commit: failing(message) })
    const results = await Promise.allSettled([change(() => 1), change(() => 2)])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual(steps, ['begin', 'rollback'])
  })
}

it('a change that fails by itself fails alone, and the others are committed', async () => {
  const { steps, change } = setUp()
  const results = await Promise.allSettled([
    change(() => steps.push('first')),
    change(failing('poison')),
    change(() => steps.push('third')),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(steps, ['begin', 'first', 'rollback', 'begin', 'first', 'third', 'commit'])
  const pair = [change(failing('poison')), change(() => 'the only other')]
  assert.deepEqual((await Promise.allSettled(pair))[1], { status: 'fulfilled', value: 'the only other' })
})

it('an error that every change would hit fails the whole batch', async () => {
  const { steps, change } = setUp()
  const results = await Promise.allSettled([change(() => 1), change(failing('disk full')), change(() => 3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(steps, ['begin', 'rollback'])
})

it('a transaction that cannot begin fails the whole batch', { timeout: 5000 }, async () => {
  const { steps, change } = setUp({ begin: failing('disk is gone') })
  const results = await Promise.allSettled([change(() => 1), change(() => 2)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(steps, [])
})

it('a change waits while another process writes, up to the limit', async () => {
  let busy = 3
  const { steps, change } = setUp({
    begin() {
      if (busy-- > 0) throw new Error('busy')
    },
  })
  assert.equal(await change(() => 'done'), 'done')
  busy = 1000
  await assert.rejects(
    change(() => 'never'),
    /busy/,
  )
  assert.deepEqual(steps, ['commit'])
})
