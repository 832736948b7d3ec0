import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { claimedFrom, submission } from '../testing/stores.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { createProjectStore } from './create-project-store.ts'
import type { Driver } from './driver.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const failure = { reason: 'no', permanent: false }

/** A database that can be opened more than once, and a clock that can be set. */
async function setUp(t: TestContext) {
  let offset = 0
  const path = join(await temporaryDirectory(t), 'projects.db')
  return {
    open() {
      const driver = openSqlite(path, { indexStatements, clock: () => new Date(Date.now() + offset) })
      t.after(() => driver.close())
      return driver
    },
    moveClock(ms: number) {
      offset = ms
    },
  }
}

it('setting the clock while an e-mail is being sent does not let it be claimed again', async (t) => {
  for (const jump of [61_000, -3 * 3600_000]) {
    const { open, moveClock } = await setUp(t)
    const store = createProjectStore(open())
    const one = submission()
    claimedFrom(await store.save(one))
    moveClock(jump)
    assert.equal((await store.claim(one.id)).kind, 'busy', String(jump))
    assert.deepEqual(await store.claimDue(8), [])
    const edit = await store.save({ ...one, answers: sampleAnswers({ budget: 'more' }) })
    assert.equal(edit.claim.kind, 'busy')
  }
})

it('answers edited after their delivery was held during sending are due', async (t) => {
  const { open, moveClock } = await setUp(t)
  const store = createProjectStore(open())
  const one = submission()
  await store.save(one)
  await store.hold()
  await store.save({ ...one, answers: sampleAnswers({ budget: 'more' }) })
  moveClock(24 * 3600_000)
  assert.equal((await createProjectStore(open()).claimDue(8)).length, 1)
})

it('a held delivery stays held after a visitor retries it, or an older revision is sent', async (t) => {
  const { open, moveClock } = await setUp(t)
  const driver = open()
  const store = createProjectStore(driver)
  const retried = claimedFrom(await store.save(submission()))
  await store.markFailed(retried, failure)
  await store.hold()
  assert.equal((await store.claim(retried.project.id)).kind, 'claimed')
  const edited = claimedFrom(await store.save(submission()))
  await store.save({ id: edited.project.id, answers: sampleAnswers({ budget: 'more' }), extraAnswers: {} })
  assert.equal(await store.hold(), 2)
  assert.equal(await store.markSent(edited), true)
  moveClock(3600_000)
  assert.deepEqual(await createProjectStore(driver).claimDue(8), [])
})

it('a delivery that was held or failed since it was found to be due is not claimed', async (t) => {
  const driver = (await setUp(t)).open()
  const store = createProjectStore({ ...driver, due: async () => [held.project.id, failed.project.id] })
  const held = claimedFrom(await store.save(submission()))
  await store.markFailed(held, failure)
  await store.hold()
  const failed = claimedFrom(await store.save(submission()))
  await store.markFailed(failed, { reason: 'no', permanent: true })
  assert.deepEqual(await store.claimDue(8), [])
})

it('while the outcome of a claimed delivery cannot be recorded, it stays claimed', async (t) => {
  const driver = (await setUp(t)).open()
  let isOffline = false
  const store = createProjectStore({
    ...driver,
    async change(id, decide) {
      if (isOffline) throw new Error('offline')
      return driver.change(id, decide)
    },
  })
  const claimed = claimedFrom(await store.save(submission()))
  isOffline = true
  await assert.rejects(store.markSent(claimed), /offline/)
  isOffline = false
  assert.equal((await store.claim(claimed.project.id)).kind, 'busy')
  assert.equal(await store.markSent(claimed), true)
})

it('after a save whose response was lost, one retry claims the delivery at once', async (t) => {
  const driver = (await setUp(t)).open()
  let isLosing = true
  const losing: Driver = {
    ...driver,
    async change(id, decide) {
      const result = await driver.change(id, decide)
      if (isLosing) throw new Error('the answer was lost')
      return result
    },
  }
  const store = createProjectStore(losing)
  const one = submission()
  await assert.rejects(store.save(one), /lost/)
  isLosing = false
  const otherServer = createProjectStore(driver)
  assert.equal((await otherServer.claim(one.id)).kind, 'busy')
  const again = await Promise.all([store.save(one), store.claim(one.id), store.save(one)])
  const kinds = again.map((each) => ('claim' in each ? each.claim.kind : each.kind))
  assert.deepEqual(kinds.toSorted(), ['busy', 'busy', 'claimed'])
  assert.equal((await allOf(store.projects())).length, 1)
})

it('a driver that decides again after a commit that went through still claims the delivery', async (t) => {
  const driver = (await setUp(t)).open()
  const store = createProjectStore({
    ...driver,
    async change(id, decide) {
      await driver.change(id, decide)
      return driver.change(id, decide)
    },
  })
  assert.equal((await store.save(submission())).claim.kind, 'claimed')
})

it('claimDue returns what it could claim, and rejects if every claim failed', async (t) => {
  const { open, moveClock } = await setUp(t)
  const driver = open()
  const [bad, good] = [submission(), submission()]
  for (const one of [bad, good]) await createProjectStore(driver).save(one)
  moveClock(61_000)
  const store = createProjectStore({
    ...driver,
    async change(id, decide) {
      if (id === bad.id) throw new Error('offline')
      return driver.change(id, decide)
    },
  })
  assert.deepEqual(
    (await store.claimDue(8)).map(({ project }) => project.id),
    [good.id],
  )
  await assert.rejects(store.claimDue(8), /offline/)
})
