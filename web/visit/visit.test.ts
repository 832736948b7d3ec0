import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { fieldsOf, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { askedWithOther, firstAsking, lastAsking } from '../../questionnaire/test-screens.ts'
import { DRAFT_KEY, keepDraftIn } from './draft.ts'
import { createVisitStore, type Visit } from './visit.ts'

const EMAIL = firstAsking('email')
const EMAIL_AGAIN = lastAsking('email')
const [reasons = assert.fail('Nothing is asked with Other any more')] = askedWithOther()
const REASONS = firstAsking(reasons)
const WISH = firstAsking('newKitchenImportantFeature')

/** A browser's history and tab storage, in memory. */
function browser(kept = new Map<string, string>(), opened = '/') {
  const entries = [{ state: null as unknown, path: opened }]
  let at = 0
  const sent: Visit[] = []
  let willFail = false
  let isValid = true
  let validityAsked = 0
  const directions: number[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  const draft = keepDraftIn(() => storage)
  const store = createVisitStore({
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
      validityAsked++
      return isValid
    },
    send: async (visit) => {
      sent.push(visit)
      const isSaved = !willFail
      willFail = false
      return isSaved
    },
    onChange: (direction) => void directions.push(direction),
  })
  function go(steps: number) {
    at = Math.max(0, Math.min(entries.length - 1, at + steps))
    store.followHistory()
  }
  /** As a link to a `#` of the page does. */
  function enter(path: string) {
    entries.splice(++at, Number.POSITIVE_INFINITY, { state: null, path })
    store.followHistory()
  }
  const screen = () => store.current().screen
  const answerAll = () => {
    for (const [name, text] of Object.entries(sampleAnswers())) store.answer(name as 'email', text)
  }
  return {
    store,
    draft,
    screen,
    go,
    enter,
    kept,
    sent,
    directions,
    validityAsked: () => validityAsked,
    answerAll,
    paths: () => entries.map(({ path }) => path),
    failNext: () => {
      willFail = true
    },
    findWanting: () => {
      isValid = false
    },
  }
}

/** A visitor who has answered everything, and walked so far. */
function walkedTo(screen: number) {
  const walked = browser()
  walked.store.begin()
  walked.answerAll()
  for (let step = 1; step < screen; step++) walked.store.next()
  return walked
}

describe('walking', () => {
  it('begins on the landing, whichever address was opened', () => {
    const { screen, paths } = browser(new Map(), pathOf(WISH))
    assert.deepEqual([screen(), paths()], [0, ['/']])
  })

  it('tells of every change and its direction, and from the first step on that there was one', () => {
    const { store, go, directions } = browser()
    assert.equal(store.current().moved, false)
    store.begin()
    assert.equal(store.current().moved, true)
    store.answer('email', 'jane@example.com')
    store.next()
    go(-2)
    assert.deepEqual(directions, [1, 0, 1, -1])
  })

  it('gives each step its own history entry', () => {
    const { store, paths, answerAll } = browser()
    store.begin()
    assert.deepEqual(paths(), ['/', '/sec1'])
    answerAll()
    store.next()
    store.next()
    assert.deepEqual(paths(), ['/', '/sec1', '/sec2', '/sec3'])
  })

  it('goes back to the screen before, which after a change is not the last one visited', () => {
    const { store, screen, answerAll } = browser()
    store.begin()
    answerAll()
    store.goTo(LAST)
    store.goTo(WISH)
    store.back()
    assert.equal(screen(), WISH - 1)
  })

  it('is not stopped by an e-mail address that was copied with marks that nobody sees', () => {
    const { store, screen } = walkedTo(EMAIL_AGAIN)
    store.answer('email', '\u202ajane@example.com\u202c')
    store.next()
    assert.equal(screen(), EMAIL_AGAIN + 1)
  })

  it('stops the browser’s own buttons at a question that was cleared', () => {
    const { store, screen, go } = walkedTo(WISH + 2)
    go(-2)
    assert.equal(screen(), WISH)
    store.answer('newKitchenImportantFeature', ' ')
    go(+2)
    assert.equal(screen(), WISH)
  })

  it('stops the browser’s own Forward, and not its Back, on a screen where the browser finds something wanting', () => {
    const { screen, go, findWanting, validityAsked } = walkedTo(WISH + 2)
    go(-2)
    findWanting()
    assert.equal(validityAsked(), 0)
    go(+1)
    assert.deepEqual([screen(), validityAsked()], [WISH, 1])
    go(-2)
    // To ask is to have the browser tell what it finds.
    assert.deepEqual([screen(), validityAsked()], [WISH - 1, 1])
  })

  it('stops a jump of the browser at an Other without words, and no step of who may have typed that word', () => {
    const { store, screen, go } = walkedTo(REASONS + 3)
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

describe('an entry of the history', () => {
  it('keeps its screen while its address is another one', () => {
    const { store, screen, go, paths } = walkedTo(WISH + 4)
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

  it('is that of the screen from which the visitor walked on', () => {
    const { store, screen, go } = walkedTo(WISH + 4)
    go(-4)
    store.answer('newKitchenImportantFeature', '')
    go(+1)
    store.answer('newKitchenImportantFeature', 'A window')
    store.next()
    assert.equal(screen(), WISH + 1)
    store.back()
    assert.equal(screen(), WISH)
  })

  it('leads back from the second question for the e-mail address whatever is answered there', () => {
    const { store, screen } = walkedTo(EMAIL_AGAIN)
    store.answer('email', 'jane@')
    store.back()
    assert.equal(screen(), EMAIL_AGAIN - 1)
    store.next()
    assert.equal(screen(), EMAIL_AGAIN)
    store.next()
    assert.equal(screen(), EMAIL_AGAIN)
  })

  it('is made by a step alone, and not by a Next that has to stay', () => {
    const { store, paths } = walkedTo(EMAIL_AGAIN)
    store.answer('email', 'jane@')
    const before = paths()
    store.next()
    assert.deepEqual(paths(), before)
  })

  it('that something else has made is the screen of its address', () => {
    const { store, screen, enter } = walkedTo(WISH)
    enter(pathOf(WISH))
    assert.equal(screen(), WISH)
    store.next()
    assert.equal(screen(), WISH + 1)
  })
})

describe('sending', () => {
  it('sends once, however often it is pressed', async () => {
    const { store, sent, answerAll } = browser()
    store.begin()
    answerAll()
    store.goTo(LAST)
    await Promise.all([store.submit(), store.submit(), store.submit()])
    await store.submit()
    assert.equal(sent.length, 1)
    assert.equal(store.current().outcome, 'saved')
  })

  it('keeps the id when it is tried again, and the draft until it is saved', async () => {
    const { store, sent, kept, answerAll, failNext } = browser()
    store.begin()
    answerAll()
    store.keep(true)
    failNext()
    await store.submit()
    assert.equal(store.current().outcome, 'failed')
    assert.equal(kept.size, 1)
    await store.submit()
    assert.equal(store.current().outcome, 'saved')
    assert.equal(sent[0]?.id, sent[1]?.id)
  })

  it('goes on under the same id where the page ends as soon as it was pressed', async () => {
    const { store, sent, kept } = walkedTo(LAST)
    const sending = store.submit()
    const next = browser(new Map(kept))
    next.store.resume()
    assert.equal(next.store.current().visit.id, sent[0]?.id)
    await sending
    assert.equal(kept.size, 0)
  })

  it('says what came of it until the visitor walks on', async () => {
    const { store, failNext } = walkedTo(LAST)
    failNext()
    await store.submit()
    store.back()
    assert.equal(store.current().outcome, null)
  })

  it('goes to the first problem instead of sending a record the judge refuses', async () => {
    const { store, screen, sent, answerAll } = browser()
    store.begin()
    answerAll()
    store.goTo(LAST)
    store.answer('email', '')
    await store.submit()
    assert.equal(screen(), lastAsking('email'))
    assert.equal(sent.length, 0)
  })

  it('sends again, under the same id, what was changed after it was saved', async () => {
    const { store, sent, kept, answerAll } = browser()
    store.begin()
    answerAll()
    await store.submit()
    store.answer('lastName', store.current().visit.answers.lastName)
    assert.equal(store.current().visit.saved, true)
    store.answer('lastName', 'Newname')
    assert.equal(store.current().visit.saved, false)
    store.keep(true)
    assert.equal(kept.size, 1)
    await store.submit()
    assert.deepEqual([sent[1]?.id, sent[1]?.answers.lastName], [sent[0]?.id, 'Newname'])
  })

  it('has nothing to send or to keep once an answer is again what was saved', async () => {
    const { store, sent, kept, answerAll } = browser()
    store.begin()
    answerAll()
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    store.keep(true)
    store.answer('lastName', lastName)
    assert.equal(store.current().visit.saved, true)
    assert.equal(kept.size, 0)
    await store.submit()
    assert.equal(sent.length, 1)
  })

  it('sends what was saved once more after a change of it failed, which the server may have', async () => {
    const { store, sent, answerAll, failNext } = browser()
    store.begin()
    answerAll()
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    failNext()
    await store.submit()
    store.answer('lastName', lastName)
    assert.equal(store.current().visit.saved, false)
    await store.submit()
    assert.equal(sent[2]?.answers.lastName, lastName)
  })

  it('takes nothing for saved while a change of it is on its way', async () => {
    const { store, answerAll } = browser()
    store.begin()
    answerAll()
    await store.submit()
    const { lastName } = store.current().visit.answers
    store.answer('lastName', 'Newname')
    const sending = store.submit()
    store.answer('lastName', lastName)
    assert.equal(store.current().visit.saved, false)
    await sending
    assert.equal(store.current().visit.saved, false)
  })

  it('takes no new visit for saved because its answers are those of the one before', async () => {
    const { store, sent, answerAll } = browser()
    store.begin()
    answerAll()
    await store.submit()
    store.begin()
    answerAll()
    await store.submit()
    assert.equal(new Set(sent.map(({ id }) => id)).size, 2)
  })

  it('takes for saved what was sent, and not what was put in meanwhile', async () => {
    const { store, sent, answerAll } = browser()
    store.begin()
    answerAll()
    const sending = store.submit()
    store.answer('lastName', 'Newname')
    await sending
    assert.equal(store.current().outcome, 'saved')
    assert.equal(store.current().visit.saved, false)
    await store.submit()
    assert.equal(sent[1]?.answers.lastName, 'Newname')
  })

  it('leaves nothing to continue once it is saved, also to who went back to the landing meanwhile', async () => {
    const { store, screen, go } = walkedTo(LAST)
    const sending = store.submit()
    go(-LAST)
    assert.deepEqual([screen(), store.current().unfinished?.saved], [0, false])
    await sending
    assert.equal(store.current().unfinished, null)
  })

  it('leaves nothing to continue to who goes home after it', async () => {
    const { store, go } = walkedTo(LAST)
    await store.submit()
    go(-LAST)
    assert.equal(store.current().unfinished, null)
  })

  it('leaves what was changed meanwhile to continue on the landing', async () => {
    const { store, sent, go } = walkedTo(LAST)
    const sending = store.submit()
    store.answer('city', 'Utica')
    go(-LAST)
    await sending
    assert.equal(store.current().unfinished?.id, sent[0]?.id)
    assert.equal(store.current().unfinished?.answers.city, 'Utica')
  })

  it('forgets the draft once the project is saved', async () => {
    const { store, kept, answerAll } = browser()
    store.begin()
    answerAll()
    store.keep(true)
    assert.equal(kept.size, 1)
    await store.submit()
    store.keep(false)
    assert.equal(kept.size, 0)
  })
})

describe('a visit that was left', () => {
  /** Where a visitor comes who has told nothing but the e-mail address. */
  const stop = screens.findIndex((screen, index) => index > EMAIL && fieldsOf(screen).length > 0)
  const leave = (open: boolean) => {
    const first = browser()
    first.store.begin()
    first.store.answer('email', 'jane@example.com')
    for (let step = 1; step < stop; step++) first.store.next()
    first.store.keep(open)
    return first
  }

  it('is offered to the page after a reload, with its id, its answers and its furthest step', () => {
    const first = leave(false)
    const second = browser(first.kept)
    assert.equal(second.screen(), 0)
    assert.equal(second.store.current().visit.answers.email, '')
    second.store.resume()
    assert.equal(second.screen(), stop)
    assert.equal(second.store.current().visit.id, first.store.current().visit.id)
    assert.deepEqual(
      second.paths(),
      screens.slice(0, stop + 1).map((_, index) => pathOf(index)),
    )
    second.store.back()
    assert.equal(second.screen(), stop - 1)
  })

  it('is no longer kept by the page that left it once another has gone on with it', () => {
    const first = leave(false)
    const second = browser(first.kept)
    // One that only looks at it changes nothing, and may be left after the first is shown again.
    assert.equal(first.draft.isOvertaken(), false)
    second.store.keep(false)
    assert.equal(first.draft.isOvertaken(), false)
    second.store.resume()
    second.store.answer('email', 'newer@example.com')
    second.store.keep(false)
    const newer = [...second.kept]
    assert.equal(first.draft.isOvertaken(), true)
    first.store.keep(true)
    first.draft.forget()
    assert.deepEqual([...first.kept], newer)
    assert.equal(second.draft.isOvertaken(), false)
  })

  it('does not come back by the page that left it when another has sent it', async () => {
    const first = walkedTo(LAST)
    first.store.keep(false)
    const second = browser(first.kept)
    second.store.resume()
    await second.store.submit()
    assert.equal(first.draft.isOvertaken(), true)
    first.store.keep(true)
    assert.equal(first.kept.size, 0)
  })

  it('is offered on the landing of the page that left it too', () => {
    const { store, go } = walkedTo(stop)
    go(-stop)
    assert.equal(store.current().unfinished?.answers.email, store.current().visit.answers.email)
    store.resume()
    assert.equal(store.current().screen, stop)
  })

  it('is taken up on its first screen when nobody went on from there', () => {
    const first = browser()
    first.store.begin()
    first.store.answer('email', 'jane@example.com')
    first.store.keep(false)
    const second = browser(first.kept)
    second.store.resume()
    assert.equal(second.screen(), EMAIL)
  })

  it('is taken up where Other has no words yet, however far it had come', () => {
    const first = walkedTo(LAST)
    first.store.answer(reasons, OTHER)
    first.store.keep(false)
    const second = browser(first.kept)
    second.store.resume()
    assert.equal(second.screen(), REASONS)
  })

  it('is taken up no further than its answers reach, wherever it says it was', () => {
    for (const furthest of [LAST, LAST + 7, -3, 1.5, 'far']) {
      const text = JSON.stringify({ answers: { email: ' jane@example.com\u200b' }, furthest, open: false })
      const { store, screen, paths } = browser(new Map([[DRAFT_KEY, text]]))
      store.resume()
      assert.equal(screen(), typeof furthest === 'number' && furthest >= LAST ? stop : EMAIL)
      assert.equal(paths().length, screen() + 1)
      assert.equal(store.current().visit.answers.email, 'jane@example.com')
    }
  })

  it('has another id when the one that was kept is none', () => {
    const text = JSON.stringify({ id: '../../etc', answers: { email: 'jane@example.com' }, open: false })
    const { store } = browser(new Map([[DRAFT_KEY, text]]))
    assert.ok(isProjectId(store.current().unfinished?.id ?? ''))
  })

  it('has another id in a duplicated tab', () => {
    const first = leave(true)
    const second = browser(new Map(first.kept))
    second.store.resume()
    assert.notEqual(second.store.current().visit.id, first.store.current().visit.id)
  })

  it('keeps its id once Submit was pressed, however often its page goes without a word', async () => {
    const first = walkedTo(LAST)
    first.failNext()
    await first.store.submit()
    first.store.keep(true)
    browser(first.kept)
    const third = browser(first.kept)
    third.store.resume()
    await third.store.submit()
    assert.deepEqual(
      third.sent.map(({ id }) => id),
      first.sent.map(({ id }) => id),
    )
  })

  it('keeps its id while an edit after a success is not saved', async () => {
    const first = walkedTo(LAST)
    await first.store.submit()
    first.store.answer('lastName', 'Newname')
    first.store.keep(true)
    assert.equal(browser(first.kept).store.current().unfinished?.id, first.store.current().visit.id)
  })

  it('keeps its id from the moment of Submit', () => {
    const first = walkedTo(LAST)
    void first.store.submit()
    first.store.keep(true)
    assert.equal(browser(first.kept).store.current().unfinished?.id, first.store.current().visit.id)
  })

  it('has another id in a tab duplicated from a landing that only offers it', () => {
    const first = leave(false)
    const second = browser(first.kept)
    const third = browser(new Map(second.kept))
    second.store.resume()
    third.store.resume()
    assert.notEqual(third.store.current().visit.id, second.store.current().visit.id)
  })

  it('is left alone by a new beginning until that has an answer', () => {
    const second = browser(leave(false).kept)
    second.store.begin()
    second.store.keep(false)
    assert.match([...second.kept.values()].join(), /jane@example.com/)
    second.store.answer('email', 'new@example.com')
    second.store.keep(false)
    assert.doesNotMatch([...second.kept.values()].join(), /jane@example.com/)
  })

  it('is none once its last answer was taken out, here and after a reload', () => {
    const { store, kept, go } = browser()
    store.begin()
    store.answer('email', 'secret@example.com')
    store.next()
    store.keep(true)
    go(-1)
    store.answer('email', '')
    store.keep(false)
    assert.equal(browser(new Map(kept)).store.current().unfinished, null)
    go(-1)
    assert.equal(store.current().unfinished, null)
  })

  it('stays kept at every moment in which anything of it is answered', () => {
    const { store, kept } = browser(leave(false).kept)
    store.begin()
    store.answer('email', ' ')
    assert.equal(kept.size, 1)
    store.answer('email', 'new@example.com')
    store.keep(true)
    store.answer('city', 'Austin')
    assert.equal(kept.size, 1)
  })

  it('is the one before, when the last answer of a new beginning was taken out', () => {
    const first = browser()
    first.store.begin()
    first.store.answer('email', 'first@example.com')
    first.store.keep(false)
    const { store, kept } = browser(first.kept)
    store.begin()
    store.answer('email', 'second@example.com')
    store.keep(true)
    store.answer('email', '')
    store.keep(false)
    assert.equal(browser(kept).store.current().unfinished?.answers.email, 'first@example.com')
  })

  it('is none when what was kept cannot be read', () => {
    for (const text of ['', '{', 'null', '7', '{"answers":7}', '{"id":"x","answers":{}}']) {
      const { store } = browser(new Map([[DRAFT_KEY, text]]))
      assert.equal(store.current().unfinished, null, text)
    }
  })
})
