import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LAST } from '../../questionnaire/screens.ts'
import { lastAsking } from '../../questionnaire/testing/find-screens.ts'
import { begin, openPage, pageAt } from './testing/open-page.ts'
import { isSaved, unfinishedVisit } from './visit.ts'

describe('a submission', () => {
  it('keeps its id and its draft until a retry succeeds', async () => {
    const { store, submit, sent, stored, outcomes } = pageAt(LAST)
    outcomes.push('failed')
    await submit()
    assert.deepEqual([store.current().outcome, stored.size], ['failed', 1])
    await submit()
    assert.deepEqual([store.current().outcome, stored.size], ['saved', 0])
    assert.equal(sent[0]?.id, sent[1]?.id)
  })

  it('that is refused is sent once more as a new project, also if the page ends before that', async () => {
    const { submit, visit, sent, stored, outcomes } = pageAt(LAST)
    outcomes.push('refused', 'failed')
    await submit()
    const [refused, renewed] = sent
    assert.ok(refused && renewed)
    assert.notEqual(renewed.id, refused.id)
    assert.notEqual(renewed.writeKey, refused.writeKey)
    assert.deepEqual(renewed.answers, refused.answers)
    assert.equal(visit(), renewed)
    const next = openPage(stored)
    next.store.resume()
    assert.deepEqual([next.visit().id, next.visit().writeKey], [renewed.id, renewed.writeKey])
  })

  it('keeps its id if pages end while it is sent', async () => {
    const { submit, stored, sent } = pageAt(LAST)
    const sending = submit()
    openPage(stored)
    const third = openPage(new Map(stored))
    third.store.resume()
    assert.equal(third.visit().id, sent[0]?.id)
    await sending
  })

  it('with an invalid answer is not sent, and leads to its question', async () => {
    const { store, submit, screen, sent } = pageAt(LAST)
    store.answer('email', '')
    await submit()
    assert.equal(screen(), lastAsking('email'))
    assert.equal(sent.length, 0)
  })

  it('is sent again under the same id after a change, also after a reload', async () => {
    const { store, submit, sent, stored, visit } = pageAt(LAST)
    await submit()
    store.answer('lastName', visit().answers.lastName)
    assert.equal(isSaved(store.current()), true)
    store.answer('lastName', 'Newname')
    assert.equal(isSaved(store.current()), false)
    store.writeDraft(true)
    assert.equal(openPage(new Map(stored)).store.current().earlier?.id, visit().id)
    await submit()
    assert.deepEqual([sent[1]?.id, sent[1]?.answers.lastName], [sent[0]?.id, 'Newname'])
  })

  it('is neither sent nor stored again once a change is undone', async () => {
    const { store, submit, sent, stored, visit } = pageAt(LAST)
    await submit()
    const { lastName } = visit().answers
    store.answer('lastName', 'Newname')
    store.writeDraft(true)
    store.answer('lastName', lastName)
    store.writeDraft(true)
    assert.equal(stored.size, 0)
    await submit()
    assert.equal(sent.length, 1)
  })

  it('is sent again if the change that was undone may have reached the server', async () => {
    const { store, submit, sent, outcomes, visit } = pageAt(LAST)
    await submit()
    const { lastName } = visit().answers
    store.answer('lastName', 'Newname')
    outcomes.push('failed')
    await submit()
    store.answer('lastName', lastName)
    await submit()
    assert.equal(sent[2]?.answers.lastName, lastName)
  })

  it('saves what was sent; a change made meanwhile can be sent or continued', async () => {
    const { store, submit, sent, go } = pageAt(LAST)
    const sending = submit()
    store.answer('city', 'Utica')
    go(-LAST)
    await sending
    assert.equal(store.current().outcome, 'saved')
    const unfinished = unfinishedVisit(store.current())
    assert.deepEqual([unfinished?.id, unfinished?.answers.city], [sent[0]?.id, 'Utica'])
    await submit()
    assert.equal(sent[1]?.answers.city, 'Utica')
  })

  it('of a new visit is sent, even with the same answers', async () => {
    const page = pageAt(LAST)
    await page.submit()
    begin(page)
    await page.submit()
    assert.equal(new Set(page.sent.map(({ id }) => id)).size, 2)
  })

  it('leaves nothing to continue on the landing', async () => {
    const { store, submit, go } = pageAt(LAST)
    const sending = submit()
    go(-LAST)
    assert.ok(unfinishedVisit(store.current()))
    await sending
    assert.equal(unfinishedVisit(store.current()), null)
  })
})
