import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutContact } from '../../questionnaire/answers.ts'
import { type FieldName, fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { fieldsAsked, LAST, screens } from '../../questionnaire/screens.ts'
import { firstAsking, lastAsking } from '../../questionnaire/testing/find-screens.ts'
import { createDraft, SNAPSHOT_MS } from './draft.ts'
import { DRAFT_KEY, SNAPSHOT_KEY } from './draft-key.ts'
import { type OpenPage, openPage, pageAt } from './testing/open-page.ts'
import { offeredVisit } from './visit.ts'

const EMAIL = firstAsking('email')
const CONTACT = lastAsking('email')
const WISH = firstAsking('newKitchenImportantFeature')

/** A page whose tab was closed on a screen. */
function closedPage(screen: number) {
  const page = pageAt(screen)
  page.store.writeDraft(false)
  return page
}

const newTab = ({ browser }: OpenPage) => openPage(new Map(), 0, browser)
const offered = ({ store }: OpenPage) => offeredVisit(store.current())
const snapshotOf = (snapshot: unknown) => new Map([[SNAPSHOT_KEY, JSON.stringify(snapshot)]])

describe('a snapshot', () => {
  it('is offered in a new tab with a new id, without the contact answers', () => {
    const closed = closedPage(WISH)
    const tab = newTab(closed)
    assert.equal(tab.stored.size, 0)
    const visit = offered(tab)
    assert.deepEqual(visit?.answers, withoutContact(closed.visit().answers))
    assert.notEqual(visit?.id, closed.visit().id)
    assert.notEqual(visit?.writeKey, closed.visit().writeKey)
    const text = closed.browser.get(SNAPSHOT_KEY) ?? ''
    for (const secret of ['jane.homeowner@example.com', 'Maple Street', closed.visit().writeKey])
      assert.ok(!text.includes(secret), secret)
  })

  it('asks for the email address again, and then goes on where it was left', () => {
    const { store, screen, go } = newTab(closedPage(WISH))
    store.resume()
    assert.equal(screen(), EMAIL)
    store.answer('email', 'jane@example.com')
    store.next()
    assert.equal(screen(), WISH)
    go(-1)
    assert.equal(screen(), WISH - 1)
    store.next()
    store.next()
    assert.equal(screen(), WISH + 1)
  })

  it('has no effect on a new visit that was started instead', () => {
    const { store, screen, go } = newTab(closedPage(WISH))
    store.resume()
    go(-1)
    store.begin()
    store.answer('email', 'jane@example.com')
    store.next()
    assert.equal(screen(), EMAIL + 1)
  })

  it('asks for all contact answers at once if the visitor had seen their screen', () => {
    const { store, screen } = newTab(closedPage(LAST))
    store.resume()
    assert.equal(screen(), CONTACT)
    for (const [name, text] of Object.entries(sampleAnswers())) store.answer(name as FieldName, text)
    store.next()
    assert.equal(screen(), LAST)
  })

  it('keeps its id and write key once Submit was pressed, and is gone after a success', async () => {
    const first = pageAt(LAST)
    first.outcomes.push('failed')
    await first.submit()
    const { store, visit, submit, browser } = newTab(first)
    store.resume()
    assert.deepEqual([visit().id, visit().writeKey], [first.visit().id, first.visit().writeKey])
    for (const [name, text] of Object.entries(sampleAnswers())) store.answer(name as FieldName, text)
    await submit()
    assert.equal(browser.size, 0)
  })

  it('lasts for 14 days after the last change', () => {
    const answers = { yearBuilt: '1962' }
    const snapshot = { answers, furthest: 5, at: Date.now() - SNAPSHOT_MS + 60_000 }
    assert.equal(offered(openPage(new Map(), 0, snapshotOf(snapshot)))?.changedAt, snapshot.at)
    const browser = snapshotOf({ ...snapshot, at: Date.now() - SNAPSHOT_MS })
    assert.equal(offered(openPage(new Map(), 0, browser)), null)
    assert.equal(browser.size, 0)
  })

  it('of another visit stays until this one has more than an email address and is newer', ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const closed = closedPage(WISH)
    const { store, browser } = newTab(closed)
    const before = browser.get(SNAPSHOT_KEY)
    store.begin()
    mock.timers.tick(1000)
    store.answer('email', 'john@example.com')
    store.writeDraft(false)
    assert.equal(browser.get(SNAPSHOT_KEY), before)
    store.answer('yearBuilt', '1962')
    store.writeDraft(false)
    const newer = browser.get(SNAPSHOT_KEY)
    assert.notEqual(newer, before)
    closed.store.writeDraft(false)
    assert.equal(browser.get(SNAPSHOT_KEY), newer)
  })

  it('is deleted with the draft of the tab', () => {
    const closed = closedPage(WISH)
    const tab = openPage(closed.stored, 0, closed.browser)
    tab.store.discard()
    assert.deepEqual([tab.stored.size, tab.browser.size, offered(tab)], [0, 0, null])
  })

  it('is not written by a page that another page of its tab has replaced', () => {
    const first = closedPage(WISH)
    openPage(first.stored, 0, first.browser).store.discard()
    assert.equal(first.draft.isOutdated(), true)
    first.store.writeDraft(false)
    assert.equal(first.browser.size, 0)
  })

  it('is not made of a visit from a brief, whose write key shows the brief', () => {
    const draft = { answers: sampleAnswers(), furthest: LAST, tried: true, at: null, open: false }
    const { store, browser } = openPage(new Map([[DRAFT_KEY, JSON.stringify(draft)]]))
    store.resume()
    store.answer('city', 'Utica')
    store.writeDraft(false)
    assert.equal(browser.size, 0)
  })

  it('counts as empty if it is unreadable', () => {
    for (const text of ['{', 'null', '7', '{"at":7}', `{"at":${Date.now()},"answers":7}`]) {
      const browser = new Map([[SNAPSHOT_KEY, text]])
      assert.equal(offered(openPage(new Map(), 0, browser)), null, text)
      assert.equal(browser.size, 0)
    }
  })
})

it('blocked storage counts as empty', () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const draft = createDraft(blocked, blocked)
  const visit = pageAt(WISH).visit()
  draft.write(visit, true)
  draft.clear(visit.id)
  draft.clear()
  assert.deepEqual([draft.load(), draft.loadSnapshot(), draft.isOutdated()], [null, null, false])
})

it('the contact answers are those of the contact screen, and of the address that no screen asks for', () => {
  const all = sampleAnswers({
    emailAddress: 'a@b.example',
    renegadeRemodelersEmailAddress: 'a@b.example',
    phone: '(217) 555-0134',
  })
  const removed = fieldNames.filter((name) => all[name] !== withoutContact(all)[name])
  const onScreen = fieldsAsked(screens[CONTACT] ?? screens[0], 'optional')
  assert.deepEqual(new Set(removed), new Set([...onScreen, 'emailAddress']))
})
