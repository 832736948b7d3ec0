import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { allOf, temporaryDirectory } from '../test-app.ts'
import { sampleId } from '../test-sample-id.ts'
import type { Driver } from './driver.ts'
import { keepProjects } from './keep-projects.ts'
import { openSqlite } from './sqlite.ts'

it('a clock that is set while an e-mail is being sent has it sent by nobody else here', async (t) => {
  for (const jump of [61_000, -3 * 3600_000]) {
    let offset = 0
    const driver = openSqlite(
      join(await temporaryDirectory(t), 'projects.db'),
      () => new Date(Date.now() + offset),
    )
    t.after(() => driver.close())
    const store = keepProjects(driver)
    const first = await saved(store)
    offset = jump
    assert.equal((await store.take(first.id)).kind, 'busy', String(jump))
    assert.deepEqual(await store.takeDue(8), [])
    const edit = await store.save({ ...first, answers: sampleAnswers({ budget: 'more' }) })
    assert.equal(edit.standing.kind, 'busy')
  }
})

it('answers edited while their e-mail was held in the midst of sending are due, whatever becomes of it', async (t) => {
  let offset = 0
  const path = join(await temporaryDirectory(t), 'projects.db')
  const open = () => {
    const driver = openSqlite(path, () => new Date(Date.now() + offset))
    t.after(() => driver.close())
    return keepProjects(driver)
  }
  const store = open()
  const first = await saved(store)
  await store.hold()
  await store.save({ ...first, answers: sampleAnswers({ budget: 'more' }) })
  offset = 24 * 3600_000
  assert.equal((await open().takeDue(8)).length, 1)
})

async function saved(store: ReturnType<typeof keepProjects>) {
  const submission = { id: sampleId(), answers: sampleAnswers(), unknown: {} }
  assert.equal((await store.save(submission)).standing.kind, 'taken')
  return submission
}

it('a save that went through although it said otherwise is tried again at once, and by one only', async (t) => {
  const driver = openSqlite(join(await temporaryDirectory(t), 'projects.db'))
  t.after(() => driver.close())
  let isLosing = true
  const losing: Driver = {
    ...driver,
    async change(id, decide) {
      const result = await driver.change(id, decide)
      if (isLosing) throw new Error('the answer was lost')
      return result
    },
  }
  const store = keepProjects(losing)
  const submission = { id: sampleId(), answers: sampleAnswers(), unknown: {} }
  await assert.rejects(store.save(submission), /lost/)
  isLosing = false
  const stranger = keepProjects(driver)
  assert.equal((await stranger.take(submission.id)).kind, 'busy')
  const again = await Promise.all([store.save(submission), store.take(submission.id), store.save(submission)])
  const kinds = again.map((one) => ('standing' in one ? one.standing.kind : one.kind))
  assert.deepEqual(kinds.toSorted(), ['busy', 'busy', 'taken'])
  assert.equal((await allOf(store.projects())).length, 1)
})

it('that nothing of what is due can be taken is told; what can be is taken, whatever the others are', async (t) => {
  let offset = 0
  const clock = () => new Date(Date.now() + offset)
  const driver = openSqlite(join(await temporaryDirectory(t), 'projects.db'), clock)
  t.after(() => driver.close())
  const [bad, good] = [await saved(keepProjects(driver)), await saved(keepProjects(driver))]
  offset = 61_000
  const broken = new Set([bad.id])
  const store = keepProjects({
    ...driver,
    async change(id, decide) {
      if (broken.has(id)) throw new Error('offline')
      return driver.change(id, decide)
    },
  })
  assert.deepEqual(
    (await store.takeDue(8)).map(({ project }) => project.id),
    [good.id],
  )
  await assert.rejects(store.takeDue(8), /offline/)
})
