import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import type { SendOutcome } from './submission.ts'
import { begin, type OpenPage, openPage, pageAt } from './testing/open-page.ts'
import { sentStateOf } from './visit.ts'

/** Presses Next on the last question, with SEND_EARLY. */
async function leaveQuestions({ allowEarly, store }: OpenPage) {
  allowEarly()
  store.next()
  await settled()
}

/** Presses Next. */
async function step({ store }: OpenPage) {
  store.next()
  await settled()
}

const stateOf = ({ store }: OpenPage) => sentStateOf(store.current())

describe('answers that are sent before Submit', () => {
  it('are sent once, and finished by Submit under the same id', async () => {
    const page = pageAt(LAST_WITH_QUESTIONS)
    assert.equal(page.sent.length, 0)
    await leaveQuestions(page)
    assert.equal(stateOf(page), 'early')
    while (page.screen() < LAST) await step(page)
    page.sendEarly(true)
    assert.deepEqual(
      page.sent.map(({ sentEarly }) => sentEarly),
      [true],
    )
    await page.submit()
    assert.deepEqual([page.sent[1]?.sentEarly, page.sent[1]?.id], [false, page.sent[0]?.id])
    assert.deepEqual([stateOf(page), page.store.current().outcome, page.stored.size], ['saved', 'saved', 0])
  })

  it('are sent again without a message at each step and when the page is left, until they are saved', async () => {
    const page = pageAt(LAST_WITH_QUESTIONS)
    page.outcomes.push('failed', 'refused', 'failed')
    await leaveQuestions(page)
    assert.equal(stateOf(page), 'unconfirmed')
    await step(page)
    assert.equal(page.sent.length, 2)
    for (const _ of ['failed', 'saved', 'not sent']) {
      page.sendEarly(true)
      await settled()
    }
    assert.equal(new Set(page.sent.map(({ id }) => id)).size, 1)
    assert.deepEqual([page.sent.length, page.store.current().outcome], [4, null])
  })

  it('are followed by later changes only when the page is left, or by Submit', async () => {
    const page = pageAt(LAST_WITH_QUESTIONS)
    await leaveQuestions(page)
    page.store.answer('city', 'Utica')
    await step(page)
    assert.deepEqual([page.sent.length, stateOf(page)], [1, 'changed'])
    page.sendEarly(true)
    await settled()
    assert.deepEqual([page.sent[1]?.answers.city, page.sent[1]?.sentEarly], ['Utica', true])
    page.store.answer('city', '')
    page.sendEarly(true)
    assert.equal(page.sent.length, 2)
    page.store.answer('city', 'Salem')
    await page.submit()
    assert.deepEqual([page.sent[2]?.answers.city, page.sent[2]?.sentEarly], ['Salem', false])
    page.store.answer('city', 'Ogden')
    page.sendEarly(true)
    assert.equal(page.sent.length, 3)
  })

  it('that are still being sent hold back Submit, and a failed Submit can be pressed again', async () => {
    const page = pageAt(LAST_WITH_QUESTIONS)
    const early = Promise.withResolvers<SendOutcome>()
    page.outcomes.push(early.promise, 'failed')
    await leaveQuestions(page)
    page.sendEarly(true)
    const submitting = page.submit()
    await settled()
    assert.deepEqual([page.sent.length, page.store.current().sending], [1, true])
    early.resolve('saved')
    await submitting
    assert.deepEqual([page.sent.length, page.store.current().outcome], [2, 'failed'])
    await step(page)
    await page.submit()
    assert.deepEqual([page.sent.length, stateOf(page)], [3, 'saved'])
  })

  it('keep their id after a reload and in a copy of the tab, which send them again', async () => {
    const first = pageAt(LAST_WITH_QUESTIONS)
    const { promise: never } = Promise.withResolvers<SendOutcome>()
    first.outcomes.push(never)
    await leaveQuestions(first)
    for (const stored of [first.stored, new Map(first.stored)]) {
      const next = openPage(stored)
      next.store.resume()
      await settled()
      assert.deepEqual(next.sent, [{ ...first.sent[0], furthest: next.screen() }])
      assert.equal(stateOf(next), 'early')
    }
  })

  it('are not those of an invalid, a submitted or a new visit', async () => {
    const page = pageAt(LAST_WITH_QUESTIONS)
    page.store.answer('email', '')
    await leaveQuestions(page)
    assert.equal(page.visit().sentEarly, false)
    begin(page)
    const early = Promise.withResolvers<SendOutcome>()
    page.outcomes.push(early.promise)
    while (page.screen() < LAST_WITH_QUESTIONS) page.store.next()
    await leaveQuestions(page)
    begin(page)
    early.resolve('saved')
    await settled()
    assert.equal(stateOf(page), 'nothing')
    while (page.screen() < LAST) page.store.next()
    page.outcomes.push('failed')
    await page.submit()
    page.store.goTo(LAST_WITH_QUESTIONS)
    await leaveQuestions(page)
    assert.deepEqual(
      page.sent.map(({ sentEarly }) => sentEarly),
      [true, false],
    )
    assert.notEqual(page.sent[0]?.id, page.sent[1]?.id)
  })
})
