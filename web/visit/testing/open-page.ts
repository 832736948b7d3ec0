import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { createDraft } from '../draft.ts'
import { createSubmission, type SendOutcome } from '../submission.ts'
import { createVisitStore, type Visit } from '../visit.ts'

export type OpenPage = ReturnType<typeof openPage>

/** A page with its visit, its history, the storage of its tab and browser, and the requests it sends, all in memory. */
export function openPage(
  stored = new Map<string, string>(),
  screen: 0 | 1 = 0,
  browser = new Map<string, string>(),
) {
  const entries = [{ state: null as unknown, path: '/' }]
  let at = 0
  const add = (state: unknown, path: string) =>
    entries.splice(++at, Number.POSITIVE_INFINITY, { state, path })
  const sent: Visit[] = []
  const outcomes: (SendOutcome | Promise<SendOutcome>)[] = []
  let isValid = true
  let validityReports = 0
  const draft = createDraft(
    () => storageOf(stored),
    () => storageOf(browser),
  )
  const store = createVisitStore({
    screen,
    history: {
      get state() {
        return entries[at]?.state
      },
      pushState: (state, _, path) => void add(state, String(path)),
      replaceState: (state, _, path) => void entries.splice(at, 1, { state, path: String(path) }),
      back: () => go(-1),
    },
    location: {
      get pathname() {
        return entries[at]?.path ?? ''
      },
    },
    draft,
    askPhone: 'off',
    reportValidity: () => {
      validityReports++
      return isValid
    },
    onChange: (direction) => direction !== 0 && submission.sendEarly(false),
  })
  const submission = createSubmission(store, async (visit) => {
    sent.push(visit)
    return outcomes.shift() ?? 'saved'
  })
  function go(steps: number) {
    at = Math.max(0, Math.min(entries.length - 1, at + steps))
    store.followHistory()
  }
  return {
    store,
    ...submission,
    draft,
    stored,
    browser,
    sent,
    /** The outcomes of the next requests; without one, a request is saved. */
    outcomes,
    go,
    /** Adds an entry that the store did not make, as a link to a `#` does. */
    follow(path: string) {
      add(null, path)
      store.followHistory()
    },
    screen: () => store.current().screen,
    visit: () => store.current().visit,
    paths: () => entries.map(({ path }) => path),
    validityReports: () => validityReports,
    makeInvalid: () => {
      isValid = false
    },
  }
}

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
  removeItem: (key: string) => void stored.delete(key),
})

/** A page whose visitor has answered everything and gone to a screen. */
export function pageAt(screen: number): OpenPage {
  const page = openPage()
  begin(page)
  for (let step = 1; step < screen; step++) page.store.next()
  return page
}

/** Starts a visit and answers everything. */
export function begin({ store }: OpenPage) {
  store.begin()
  for (const [name, text] of Object.entries(sampleAnswers())) store.answer(name as 'email', text)
}
