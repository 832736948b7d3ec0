import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formerRemodelTypes, remodelTypes } from '../../questionnaire/business.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { fieldsOf, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { askedWithOther, firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { isWriteKey } from '../../questionnaire/write-key.ts'
import { DRAFT_KEY } from './draft-key.ts'
import { openPage, pageAt } from './testing/open-page.ts'
import { unfinishedVisit } from './visit.ts'

const EMAIL = firstAsking('email')
const [reasons = assert.fail('No question has Other any more')] = askedWithOther()
const REASONS = firstAsking(reasons)
const WISH = firstAsking('newKitchenImportantFeature')
/** The screen after EMAIL that asks something: where a visitor stops who has given only an email address. */
const SECOND_FORM = screens.findIndex((screen, index) => index > EMAIL && fieldsOf(screen).length > 0)

describe('navigation', () => {
  it('goes back to the screen before, which after a Change is not the last one visited', () => {
    const { store, screen } = pageAt(LAST)
    store.goTo(WISH)
    store.back()
    assert.equal(screen(), WISH - 1)
  })

  it('stops the browser’s Forward, but not its Back, if the form is invalid', () => {
    const { screen, go, makeInvalid, validityReports } = pageAt(WISH + 2)
    go(-2)
    makeInvalid()
    go(+1)
    assert.deepEqual([screen(), validityReports()], [WISH, 1])
    go(-2)
    // Going back shows no message.
    assert.deepEqual([screen(), validityReports()], [WISH - 1, 1])
  })

  it('stops a jump of the browser at Other without a text, but not a step from its form', () => {
    const { store, screen, go } = pageAt(REASONS + 3)
    go(-3)
    store.answer(reasons, OTHER)
    go(-1)
    go(+3)
    assert.equal(screen(), REASONS)
    go(-4)
    go(+4)
    assert.equal(screen(), REASONS)
    store.next()
    store.next()
    assert.equal(screen(), REASONS + 2)
    go(-1)
    go(+1)
    assert.equal(screen(), REASONS + 2)
  })
})

describe('the review', () => {
  const reviewAt = ({ store }: ReturnType<typeof pageAt>) => store.current().reviewAt

  it('opens at the changed question, after the button and after the browser’s Back', () => {
    const page = pageAt(LAST)
    const { store, screen, go, paths } = page
    assert.equal(reviewAt(page), null)
    store.change(WISH)
    assert.deepEqual([screen(), store.current().fromReview], [WISH, true])
    store.backToReview()
    assert.deepEqual([screen(), reviewAt(page), store.current().fromReview], [LAST, WISH, false])
    assert.equal(paths().length, LAST + 2, 'the button goes back in the history')
    store.change(REASONS)
    go(-1)
    assert.deepEqual([screen(), reviewAt(page)], [LAST, REASONS])
    store.back()
    store.next()
    assert.deepEqual([screen(), reviewAt(page)], [LAST, null])
  })

  it('is offered until the visitor is back, also after Next, Back and an answer that is missing', () => {
    const page = pageAt(LAST)
    const { store, screen, go } = page
    const offered = () => store.current().fromReview
    store.change(WISH)
    store.next()
    assert.deepEqual([screen(), offered()], [WISH + 1, true])
    store.back()
    store.back()
    assert.deepEqual([screen(), offered()], [WISH - 1, true])
    store.backToReview()
    assert.deepEqual([screen(), reviewAt(page)], [LAST, WISH - 1])
    store.change(WISH)
    page.makeInvalid()
    store.answer('newKitchenImportantFeature', '')
    go(-1)
    assert.deepEqual([screen(), offered()], [WISH, true])
    store.answer('newKitchenImportantFeature', 'A window')
    store.backToReview()
    assert.deepEqual([screen(), reviewAt(page)], [LAST, WISH])
  })

  it('is open in a visit from a brief, and closed in another that is resumed', () => {
    const answers = sampleAnswers()
    for (const [at, expected] of [
      [null, 0],
      [1, null],
    ] as const) {
      const draft = JSON.stringify({ answers, furthest: LAST, open: false, at })
      const page = openPage(new Map([[DRAFT_KEY, draft]]))
      page.store.resume()
      assert.deepEqual([page.screen(), reviewAt(page)], [LAST, expected])
    }
  })
})

describe('a detail of a screen', () => {
  it('is closed by the browser’s Back, and by its button without another entry', () => {
    const { store, screen, go, paths } = pageAt(WISH)
    const detail = () => [screen(), store.current().detail]
    store.openDetail('major')
    assert.deepEqual(detail(), [WISH, 'major'])
    go(-1)
    assert.deepEqual(detail(), [WISH, null])
    go(+1)
    assert.deepEqual(detail(), [WISH, 'major'])
    store.closeDetail()
    assert.deepEqual(detail(), [WISH, null])
    store.next()
    assert.deepEqual([...detail(), paths().length], [WISH + 1, null, WISH + 2])
  })
})

describe('a history entry', () => {
  it('keeps its screen while the visitor may not go there', () => {
    const { store, screen, go, paths } = pageAt(WISH + 4)
    go(-4)
    store.answer('newKitchenImportantFeature', '')
    go(+1)
    assert.deepEqual([screen(), paths()[WISH + 1]], [WISH, pathOf(WISH)])
    store.answer('newKitchenImportantFeature', 'A window')
    go(+1)
    assert.equal(screen(), WISH + 2)
    store.back()
    assert.deepEqual([screen(), paths()[WISH + 1]], [WISH + 1, pathOf(WISH + 1)])
  })

  it('gets the screen from which the visitor goes on', () => {
    const { store, screen, go } = pageAt(WISH + 4)
    go(-4)
    store.answer('newKitchenImportantFeature', '')
    go(+1)
    store.answer('newKitchenImportantFeature', 'A window')
    store.next()
    assert.equal(screen(), WISH + 1)
    store.back()
    assert.equal(screen(), WISH)
  })

  it('that the store did not make shows the screen of its address', () => {
    const { store, screen, follow } = pageAt(WISH)
    follow(pathOf(WISH))
    assert.equal(screen(), WISH)
    store.next()
    assert.equal(screen(), WISH + 1)
  })
})

describe('an unfinished visit', () => {
  /** A page that was left after the email address was given. */
  function leftPage({ inUse = false } = {}) {
    const page = openPage()
    page.store.begin()
    page.store.answer('email', 'jane@example.com')
    for (let step = 1; step < SECOND_FORM; step++) page.store.next()
    page.store.writeDraft(inUse)
    return page
  }

  const draftOf = (draft: unknown) => new Map([[DRAFT_KEY, JSON.stringify(draft)]])
  const offered = ({ store }: ReturnType<typeof openPage>) => unfinishedVisit(store.current())

  it('is offered after a reload and resumes with its id, its write key, its answers and its history', () => {
    const first = leftPage()
    const second = openPage(first.stored)
    assert.deepEqual([second.screen(), second.visit().answers.email], [0, ''])
    second.store.resume()
    assert.equal(second.screen(), SECOND_FORM)
    assert.deepEqual(second.visit(), first.visit())
    assert.deepEqual(
      second.paths(),
      screens.slice(0, SECOND_FORM + 1).map((_, index) => pathOf(index)),
    )
    second.store.back()
    assert.equal(second.screen(), SECOND_FORM - 1)
  })

  it('is offered on the landing of its own page', () => {
    const { store, screen, go } = pageAt(SECOND_FORM)
    go(-SECOND_FORM)
    store.resume()
    assert.equal(screen(), SECOND_FORM)
  })

  it('is not overwritten by the page that left it once another page has changed it', () => {
    const first = leftPage()
    const second = openPage(first.stored)
    // Opening it is not a change.
    second.store.writeDraft(false)
    assert.equal(first.draft.isOutdated(), false)
    second.store.resume()
    second.store.answer('email', 'newer@example.com')
    second.store.writeDraft(false)
    const newer = [...second.stored]
    assert.equal(first.draft.isOutdated(), true)
    first.store.writeDraft(true)
    first.draft.clear()
    assert.deepEqual([...first.stored], newer)
    assert.equal(second.draft.isOutdated(), false)
  })

  it('resumes where Other has no text yet', () => {
    const first = pageAt(LAST)
    first.store.answer(reasons, OTHER)
    first.store.writeDraft(false)
    const second = openPage(first.stored)
    second.store.resume()
    assert.equal(second.screen(), REASONS)
  })

  it('resumes no further than its answers allow, whatever the draft says', () => {
    for (const furthest of [LAST, LAST + 7, -3, 1.5, 'far']) {
      const answers = { email: ' jane@example.com\u200b' }
      const { store, screen, visit, paths } = openPage(draftOf({ answers, furthest, open: false }))
      store.resume()
      assert.equal(screen(), typeof furthest === 'number' && furthest >= LAST ? SECOND_FORM : EMAIL)
      assert.equal(paths().length, screen() + 1)
      assert.equal(visit().answers.email, 'jane@example.com')
    }
  })

  it('is ignored if the draft is unreadable, and gets a new id if only its id is', () => {
    for (const text of ['', '{', 'null', '7', '{"answers":7}', '{"id":"x","answers":{}}'])
      assert.equal(offered(openPage(new Map([[DRAFT_KEY, text]]))), null, text)
    const page = openPage(draftOf({ id: '../../etc', answers: { email: 'jane@example.com' }, open: false }))
    assert.ok(isProjectId(offered(page)?.id ?? ''))
  })

  it('of an earlier version keeps its id and gets a write key', () => {
    const id = 'x'.repeat(22)
    const visit = offered(openPage(draftOf({ id, answers: { email: 'jane@example.com' }, open: false })))
    assert.equal(visit?.id, id)
    assert.ok(isWriteKey(visit?.writeKey ?? ''))
  })

  it('has a reworded option with its current text', () => {
    const { answer } = remodelTypes.minor
    Object.assign(formerRemodelTypes, { [answer]: ['Small kitchen'] })
    const text = JSON.stringify({ answers: { typeOfKitchenRemodel: 'Small kitchen' }, open: false })
    const { store } = openPage(new Map([[DRAFT_KEY, text]]))
    store.resume()
    assert.equal(store.current().visit.answers.typeOfKitchenRemodel, answer)
  })

  it('gets a new id and write key in a duplicated tab, also if the first tab only offers it', () => {
    const first = leftPage({ inUse: true })
    const copy = openPage(new Map(first.stored))
    copy.store.resume()
    assert.notEqual(copy.visit().id, first.visit().id)
    assert.notEqual(copy.visit().writeKey, first.visit().writeKey)

    const landing = openPage(leftPage().stored)
    const copyOfLanding = openPage(new Map(landing.stored))
    landing.store.resume()
    copyOfLanding.store.resume()
    assert.notEqual(copyOfLanding.visit().id, landing.visit().id)
  })

  it('is replaced by a new visit only while that has an answer', () => {
    const { store, stored } = openPage(leftPage().stored)
    const storedEmail = () => /\w+@example\.com/.exec(stored.get(DRAFT_KEY) ?? '')?.[0]
    store.begin()
    for (const [typed, expected] of [
      [' ', 'jane@example.com'],
      ['new@example.com', 'new@example.com'],
      ['', 'jane@example.com'],
    ] as const) {
      store.answer('email', typed)
      store.writeDraft(false)
      assert.equal(storedEmail(), expected)
    }
  })

  it('is gone once its last answer is cleared', () => {
    const page = leftPage()
    page.go(1 - SECOND_FORM)
    page.store.answer('email', '')
    page.store.writeDraft(false)
    assert.equal(page.stored.size, 0)
    page.go(-1)
    assert.equal(offered(page), null)
  })

  it('is not what was typed before the script had loaded', () => {
    const page = openPage(draftOf({ answers: { email: 'jane@example.com' } }), 1)
    assert.equal(offered(page), null)
    assert.deepEqual(page.paths(), ['/sec1'])
    page.store.writeDraft(false)
    assert.equal(page.stored.size, 0)
  })
})
