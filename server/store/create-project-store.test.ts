import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { claimedFrom, submission } from '../testing/stores.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { createProjectStore } from './create-project-store.ts'
import type { Driver } from './driver.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/** A database that can be opened more than once, and a clock that can be set. */
async function setUp(t: TestContext) {
  let offset = 0
  const path = join(await temporaryDirectory(t), 'projects.db')
  return {
    open() {
      const driver = openSqlite(path, () => new Date(Date.now() + offset))
      t.after(() => driver.close())
      return driver
    },
    moveClock(ms: number) {
      offset = ms
    },
  }
}

it('a clock that is set while an e-mail is being sent has it sent by nobody else here', async (t) => {
  for (const jump of [61_000, -3 * 3600_000]) {
    const { open, moveClock } = await setUp(t)
    const store = createProjectStore(open())
    const first = await saved(store)
    moveClock(jump)
    assert.equal((await store.claim(first.id)).kind, 'busy', String(jump))
    assert.deepEqual(await store.claimDue(8), [])
    const edit = await store.save({ ...first, answers: sampleAnswers({ budget: 'more' }) })
    assert.equal(edit.claim.kind, 'busy')
  }
})

it('answers edited while their e-mail was held in the midst of sending are due, whatever becomes of it', async (t) => {
  const { open, moveClock } = await setUp(t)
  const store = createProjectStore(open())
  const first = await saved(store)
  await store.hold()
  await store.save({ ...first, answers: sampleAnswers({ budget: 'more' }) })
  moveClock(24 * 3600_000)
  assert.equal((await createProjectStore(open()).claimDue(8)).length, 1)
})

it('what is held stays held, whoever tried it meanwhile and whatever was sent of it before', async (t) => {
  const { open, moveClock } = await setUp(t)
  const driver = open()
  const store = createProjectStore(driver)
  const tried = claimedFrom(await store.save(submission()))
  await store.markFailed(tried, { reason: 'no', permanent: false })
  await store.hold()
  assert.equal((await store.claim(tried.project.id)).kind, 'claimed')
  const edited = claimedFrom(await store.save(submission()))
  await store.save({ id: edited.project.id, answers: sampleAnswers({ budget: 'more' }), unknown: {} })
  assert.equal(await store.hold(), 2)
  assert.equal(await store.markSent(edited), true)
  moveClock(3600_000)
  assert.deepEqual(await createProjectStore(driver).claimDue(8), [])
})

async function saved(store: ReturnType<typeof createProjectStore>) {
  const one = submission()
  assert.equal((await store.save(one)).claim.kind, 'claimed')
  return one
}

it('what was held or tried since it was found to be due is not taken', async (t) => {
  const driver = (await setUp(t)).open()
  const store = createProjectStore({ ...driver, due: async () => [held.project.id, tried.project.id] })
  const held = claimedFrom(await store.save(submission()))
  await store.markFailed(held, { reason: 'no', permanent: false })
  await store.hold()
  const tried = claimedFrom(await store.save(submission()))
  await store.markFailed(tried, { reason: 'no', permanent: true })
  assert.deepEqual(await store.claimDue(8), [])
})

it('an e-mail whose note could not be kept is nobody else’s until it is', async (t) => {
  const driver = (await setUp(t)).open()
  let isFailing = true
  const store = createProjectStore({
    ...driver,
    async changeDelivery(id, decide, leased) {
      if (isFailing) throw new Error('offline')
      return driver.changeDelivery(id, decide, leased)
    },
  })
  const claimed = claimedFrom(await store.save(submission()))
  await assert.rejects(store.markSent(claimed), /offline/)
  assert.equal((await store.claim(claimed.project.id)).kind, 'busy')
  isFailing = false
  assert.equal(await store.markSent(claimed), true)
})

it('a save that went through although it said otherwise is tried again at once, and by one only', async (t) => {
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
  const stranger = createProjectStore(driver)
  assert.equal((await stranger.claim(one.id)).kind, 'busy')
  const again = await Promise.all([store.save(one), store.claim(one.id), store.save(one)])
  const kinds = again.map((one) => ('claim' in one ? one.claim.kind : one.kind))
  assert.deepEqual(kinds.toSorted(), ['busy', 'busy', 'claimed'])
  assert.equal((await allOf(store.projects())).length, 1)
})

it('a save that goes through after it was given up is nobody’s, and is tried again at once', async (t) => {
  const driver = (await setUp(t)).open()
  let late: Promise<unknown> = Promise.resolve()
  const givingUp: Driver = {
    ...driver,
    async change(id, decide) {
      late = pause(10).then(() => driver.change(id, decide))
      throw new Error('too late')
    },
  }
  const services = { ...givingUp }
  const store = createProjectStore(services)
  const one = submission()
  await assert.rejects(store.save(one), /too late/)
  await late
  services.change = driver.change
  const again = await store.save(one)
  assert.deepEqual([again.change, again.claim.kind], ['unchanged', 'claimed'])
})

it('a save that goes through after it was given up replaces nothing newer', async (t) => {
  const driver = (await setUp(t)).open()
  const release = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const services: Driver = {
    ...driver,
    async change(id, decide) {
      late = release.promise.then(() => driver.change(id, decide))
      throw new Error('too late')
    },
  }
  const store = createProjectStore(services)
  const one = submission({ budget: 'older' })
  await assert.rejects(store.save(one), /too late/)
  await createProjectStore(driver).save({ ...one, answers: sampleAnswers({ budget: 'newer' }) })
  release.resolve()
  await assert.rejects(late, /may be newer/)
  const [kept] = await allOf(store.projects())
  assert.equal(kept?.answers.budget, 'newer')
})

it('a driver that decides twice, not having heard of the first commit, is not kept busy by it', async (t) => {
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

it('that nothing of what is due can be taken is told; what can be is taken, whatever the others are', async (t) => {
  const { open, moveClock } = await setUp(t)
  const driver = open()
  const [bad, good] = [await saved(createProjectStore(driver)), await saved(createProjectStore(driver))]
  moveClock(61_000)
  const broken = new Set([bad.id])
  const store = createProjectStore({
    ...driver,
    async change(id, decide) {
      if (broken.has(id)) throw new Error('offline')
      return driver.change(id, decide)
    },
  })
  assert.deepEqual(
    (await store.claimDue(8)).map(({ project }) => project.id),
    [good.id],
  )
  await assert.rejects(store.claimDue(8), /offline/)
})
