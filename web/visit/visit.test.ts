import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formerRemodelTypes, remodelTypes } from '../../questionnaire/business.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { fieldsOf, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { askedWithOther, firstAsking, lastAsking } from '../../questionnaire/testing/find-screens.ts'
import { isWriteKey } from '../../questionnaire/write-key.ts'
import { createTabDraft } from './draft.ts'
import { DRAFT_KEY } from './draft-key.ts'
import { createVisitStore, type SendOutcome, type Visit } from './visit.ts'

const EMAIL = firstAsking('email')
const EMAIL_AGAIN = lastAsking('email')
const [reasons = assert.fail('No question has Other any more')] = askedWithOther()
const REASONS = firstAsking(reasons)
const WISH = firstAsking('newKitchenImportantFeature')
/** The screen after EMAIL that asks something: where a visitor stops who has given only an e-mail address. */
const SECOND_FORM = screens.findIndex((screen, index) => index > EMAIL && fieldsOf(screen).length > 0)

/** A store with a history and a tab storage in memory. */
function openPage(stored = new Map<string, string>(), opened = '/', screen: 0 | 1 = 0) {
  const entries = [{ state: null as unknown, path: opened }]
  let at = 0
  const sent: Visit[] = []
  let next: SendOutcome = 'saved'
  let isValid = true
  let validityReports = 0
  const directions: number[] = []
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const draft = createTabDraft(() => storage)
  const store = createVisitStore({
    screen,
    history: {
      get state() {
        return entries[at]?.state
      },
      pushState: (state, _, path) =>
        void entries.splice(++at, Number.POSITIVE_INFINITY, { state, path: String(path) }),
      replaceState: (state, _, path) => void entries.splice(at, 1, { state, path: String(path) }),
      back: () => go(-1),
    },
    location: {
      get pathname() {
        return entries[at]?.path ?? ''
      },
    },
    draft,
    reportValidity: () => {
      validityReports++
      return isValid
    },
    send: async (visit) => {
      sent.push(visit)
      const outcome = next
      next = 'saved'
      return outcome
    },
    onChange: (direction) => void directions.push(direction),
  })
  function go(steps: number) {
    at = Math.max(0, Math.min(entries.length - 1, at + steps))
    store.followHistory()
  }
  return {
    store,
    draft,
    stored,
    sent,
    directions,
    go,
    /** Adds an entry that the store did not make, as a link to a `#` does. */
    follow(path: string) {
      entries.splice(++at, Number.POSITIVE_INFINITY, { state: null, path })
      store.followHistory()
    },
    screen: () => store.current().screen,
    id: () => store.current().visit.id,
    writeKey: () => store.current().visit.writeKey,
    paths: () => entries.map(({ path }) => path),
    validityReports: () => validityReports,
    answerNext: (outcome: SendOutcome) => {
      next = outcome
    },
    makeInvalid: () => {
      isValid = false
    },
  }
}

/** A page whose visitor has answered everything and gone to a screen. */
function pageAt(screen: number) {
  const page = openPage()
  begin(page)
  for (let step = 1; step < screen; step++) page.store.next()
  return page
}

/** Starts a visit and answers everything. */
function begin({ store }: ReturnType<typeof openPage>) {
  store.begin()
  for (const [name, text] of Object.entries(sampleAnswers())) store.answer(name as 'email', text)
}

describe('navigation', () => {
  it('starts on the landing, whichever address was opened', () => {
    const { screen, paths } = openPage(new Map(), pathOf(WISH))
    assert.deepEqual([screen(), paths()], [0, ['/']])
  })

  it('reports every change with its direction', () => {
    const { store, go, directions } = openPage()
    assert.equal(store.current().moved, false)
    store.begin()
    assert.equal(store.current().moved, true)
    store.answer('email', 'jane@example.com')
    store.next()
    go(-2)
    assert.deepEqual(directions, [1, 0, 1, -1])
  })

  it('adds a history entry for each step, and none for a Next that is blocked', () => {
    const { store, paths } = pageAt(EMAIL_AGAIN)
    const expected = screens.slice(0, EMAIL_AGAIN + 1).map((_, index) => pathOf(index))
    assert.deepEqual(paths(), expected)
    store.answer('email', 'jane@')
    store.next()
    assert.deepEqual(paths(), expected)
  })

  it('goes back to the screen before, which after a Change is not the last one visited', () => {
    const { store, screen } = pageAt(LAST)
    store.goTo(WISH)
    store.back()
    assert.equal(screen(), WISH - 1)
  })

  it('leads back from the second question for the e-mail address even if the answer is invalid', () => {
    const { store, screen } = pageAt(EMAIL_AGAIN)
    store.answer('email', 'jane@')
    store.back()
    assert.equal(screen(), EMAIL_AGAIN - 1)
    store.next()
    assert.equal(screen(), EMAIL_AGAIN)
  })

  it('stops the browser’s Forward at a question that was cleared', () => {
    const { store, screen, go } = pageAt(WISH + 2)
    go(-2)
    store.answer('newKitchenImportantFeature', ' ')
    go(+2)
    assert.equal(screen(), WISH)
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

describe('a submission', () => {
  it('is sent once, however often Submit is pressed', async () => {
    const { store, sent } = pageAt(LAST)
    await Promise.all([store.submit(), store.submit()])
    await store.submit()
    assert.equal(sent.length, 1)
    assert.equal(store.current().outcome, 'saved')
  })

  it('keeps its id and its draft until a retry succeeds', async () => {
    const { store, sent, stored, answerNext } = pageAt(LAST)
    answerNext('failed')
    await store.submit()
    assert.deepEqual([store.current().outcome, stored.size], ['failed', 1])
    await store.submit()
    store.writeDraft(false)
    assert.deepEqual([store.current().outcome, stored.size], ['saved', 0])
    assert.equal(sent[0]?.id, sent[1]?.id)
  })

  it('that is refused is sent once more as a new project, under whose id later changes are sent', async () => {
    const { store, sent, stored, answerNext } = pageAt(LAST)
    answerNext('refused')
    const sending = store.submit()
    store.answer('city', 'Utica')
    await sending
    const [refused, renewed] = sent
    assert.ok(refused && renewed)
    assert.notEqual(renewed.id, refused.id)
    assert.notEqual(renewed.writeKey, refused.writeKey)
    assert.deepEqual(renewed.answers, refused.answers)
    assert.equal(store.current().outcome, 'saved')
    await store.submit()
    const { id, writeKey, answers } = sent[2] ?? refused
    assert.deepEqual([id, writeKey, answers.city], [renewed.id, renewed.writeKey, 'Utica'])
    assert.equal(stored.size, 0)
  })

  it('that is refused keeps its new id and key if the page ends before it is sent', async () => {
    const { store, sent, stored, answerNext } = pageAt(LAST)
    answerNext('refused')
    const sending = store.submit()
    for (let tick = 0; sent.length < 2 && tick < 10; tick++) await Promise.resolve()
    assert.deepEqual([sent.length, store.current().sending], [2, true])
    const second = openPage(new Map(stored))
    second.store.resume()
    assert.deepEqual([second.id(), second.writeKey()], [sent[1]?.id, sent[1]?.writeKey])
    await sending
  })

  it('keeps its id if pages end while it is sent', async () => {
    const { store, stored, sent } = pageAt(LAST)
    const sending = store.submit()
    openPage(stored)
    const third = openPage(new Map(stored))
    third.store.resume()
    assert.equal(third.id(), sent[0]?.id)
    await sending
  })

  it('shows its outcome until the visitor leaves the screen', async () => {
    const { store, answerNext } = pageAt(LAST)
    answerNext('failed')
    await store.submit()
    store.back()
    assert.equal(store.current().outcome, null)
  })

  it('with an invalid answer is not sent, and leads to its question', async () => {
    const { store, screen, sent } = pageAt(LAST)
    store.answer('email', '')
    await store.submit()
    assert.equal(screen(), EMAIL_AGAIN)
    assert.equal(sent.length, 0)
  })

  it('is sent again under the same id after a change, also after a reload', async () => {
    const { store, sent, stored, id } = pageAt(LAST)
    await store.submit()
    store.answer('lastName', store.current().visit.answers.lastName)
    assert.equal(store.current().visit.saved, true)
    store.answer('lastName', 'Newname')
    assert.equal(store.current().visit.saved, false)
    store.writeDraft(true)
    assert.equal(openPage(new Map(stored)).store.current().unfinished?.id, id())
    await store.submit()
    assert.deepEqual([sent[1]?.id, sent[1]?.answers.lastName], [sent[0]?.id, 'Newname'])
  })

  it('is neither sent nor stored again once a change is undone', async () => {
    const { store, sent, stored } = pageAt(LAST)
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    store.writeDraft(true)
    store.answer('lastName', lastName)
    assert.deepEqual([store.current().visit.saved, stored.size], [true, 0])
    await store.submit()
    assert.equal(sent.length, 1)
  })

  it('is sent again if the change that was undone may have reached the server', async () => {
    const { store, sent, answerNext } = pageAt(LAST)
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    answerNext('failed')
    await store.submit()
    store.answer('lastName', lastName)
    await store.submit()
    assert.equal(sent[2]?.answers.lastName, lastName)
  })

  it('saves what was sent, not what was changed meanwhile', async () => {
    const { store, sent } = pageAt(LAST)
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    const sending = store.submit()
    store.answer('lastName', lastName)
    assert.equal(store.current().visit.saved, false)
    await sending
    assert.deepEqual([store.current().outcome, store.current().visit.saved], ['saved', false])
    await store.submit()
    assert.equal(sent[2]?.answers.lastName, lastName)
  })

  it('of a new visit is sent, even with the same answers', async () => {
    const page = pageAt(LAST)
    await page.store.submit()
    begin(page)
    await page.store.submit()
    assert.equal(new Set(page.sent.map(({ id }) => id)).size, 2)
  })

  it('leaves nothing to continue on the landing', async () => {
    const { store, screen, go } = pageAt(LAST)
    const sending = store.submit()
    go(-LAST)
    assert.deepEqual([screen(), store.current().unfinished?.saved], [0, false])
    await sending
    assert.equal(store.current().unfinished, null)
    go(+LAST)
    go(-LAST)
    assert.equal(store.current().unfinished, null)
  })

  it('leaves a change that was made meanwhile to continue', async () => {
    const { store, sent, go } = pageAt(LAST)
    const sending = store.submit()
    store.answer('city', 'Utica')
    go(-LAST)
    await sending
    const { unfinished } = store.current()
    assert.deepEqual([unfinished?.id, unfinished?.answers.city], [sent[0]?.id, 'Utica'])
  })
})

describe('an unfinished visit', () => {
  it('of an earlier version keeps its id and gets a write key', () => {
    const id = 'x'.repeat(22)
    const text = JSON.stringify({ id, answers: { email: 'jane@example.com' }, open: false })
    const { unfinished } = openPage(new Map([[DRAFT_KEY, text]])).store.current()
    assert.equal(unfinished?.id, id)
    assert.ok(isWriteKey(unfinished?.writeKey ?? ''))
  })

  /** A page that was left after the e-mail address was given. */
  function leftPage({ inUse = false } = {}) {
    const page = openPage()
    page.store.begin()
    page.store.answer('email', 'jane@example.com')
    for (let step = 1; step < SECOND_FORM; step++) page.store.next()
    page.store.writeDraft(inUse)
    return page
  }

  it('is offered after a reload and resumes with its id, its write key, its answers and its history', () => {
    const first = leftPage()
    const second = openPage(first.stored)
    assert.deepEqual([second.screen(), second.store.current().visit.answers.email], [0, ''])
    second.store.resume()
    assert.deepEqual([second.screen(), second.id()], [SECOND_FORM, first.id()])
    assert.equal(second.writeKey(), first.writeKey())
    assert.equal(second.store.current().visit.answers.email, 'jane@example.com')
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

  it('is not written again by the first page after a second page has sent it', async () => {
    const first = pageAt(LAST)
    first.store.writeDraft(false)
    const second = openPage(first.stored)
    second.store.resume()
    await second.store.submit()
    assert.equal(first.draft.isOutdated(), true)
    first.store.writeDraft(true)
    assert.equal(first.stored.size, 0)
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
      const text = JSON.stringify({ answers: { email: ' jane@example.com\u200b' }, furthest, open: false })
      const { store, screen, paths } = openPage(new Map([[DRAFT_KEY, text]]))
      store.resume()
      assert.equal(screen(), typeof furthest === 'number' && furthest >= LAST ? SECOND_FORM : EMAIL)
      assert.equal(paths().length, screen() + 1)
      assert.equal(store.current().visit.answers.email, 'jane@example.com')
    }
  })

  it('is ignored if the draft is unreadable, and gets a new id if only its id is', () => {
    for (const text of ['', '{', 'null', '7', '{"answers":7}', '{"id":"x","answers":{}}'])
      assert.equal(openPage(new Map([[DRAFT_KEY, text]])).store.current().unfinished, null, text)
    const text = JSON.stringify({ id: '../../etc', answers: { email: 'jane@example.com' }, open: false })
    const { store } = openPage(new Map([[DRAFT_KEY, text]]))
    assert.ok(isProjectId(store.current().unfinished?.id ?? ''))
  })

  it('has an option that was reworded in its present words', () => {
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
    assert.notEqual(copy.id(), first.id())
    assert.notEqual(copy.writeKey(), first.writeKey())

    const landing = openPage(leftPage().stored)
    const copyOfLanding = openPage(new Map(landing.stored))
    landing.store.resume()
    copyOfLanding.store.resume()
    assert.notEqual(copyOfLanding.id(), landing.id())
  })

  it('is replaced by a new visit only once that has an answer', () => {
    const { store, stored } = openPage(leftPage().stored)
    store.begin()
    store.answer('email', ' ')
    store.writeDraft(false)
    assert.match([...stored.values()].join(), /jane@example.com/)
    store.answer('email', 'new@example.com')
    store.writeDraft(false)
    assert.doesNotMatch([...stored.values()].join(), /jane@example.com/)
  })

  it('is gone once its last answer is cleared, here and after a reload', () => {
    const { store, stored, go } = leftPage()
    go(1 - SECOND_FORM)
    store.answer('email', '')
    store.writeDraft(false)
    assert.equal(openPage(new Map(stored)).store.current().unfinished, null)
    go(-1)
    assert.equal(store.current().unfinished, null)
  })

  it('is not what was typed before the script had loaded, and is gone once that is cleared', () => {
    const text = JSON.stringify({ answers: { email: 'jane@example.com' } })
    const { store, stored, paths } = openPage(new Map([[DRAFT_KEY, text]]), '/sec1', 1)
    assert.equal(store.current().unfinished, null)
    assert.deepEqual(paths(), ['/sec1'])
    store.answer('email', 'jane@example.com')
    store.answer('email', '')
    store.writeDraft(false)
    assert.equal(stored.get(DRAFT_KEY), undefined)
  })

  it('is offered again once the answers of a new visit are cleared', () => {
    const { store, stored } = openPage(leftPage().stored)
    store.begin()
    store.answer('email', 'second@example.com')
    store.writeDraft(true)
    store.answer('email', '')
    store.writeDraft(false)
    assert.equal(openPage(stored).store.current().unfinished?.answers.email, 'jane@example.com')
  })
})
