import type { Locator, Page, Request } from '@playwright/test'
import { type Answers, answersFrom } from '../../questionnaire/answers.ts'
import { BRAND_NAME, withBrand } from '../../questionnaire/business.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { fieldsOf, LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { isThere } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { type SomeAnswers, sampleAnswer, screenOf, waitForScreen } from './walker.ts'

export interface Draft {
  readonly id: string
  readonly answers: SomeAnswers
  readonly furthest: number
  readonly open: boolean
}

/** The answers of a visitor who has answered every screen before this one. `given` adds or replaces answers. */
export function answersBefore(screen: number, given: SomeAnswers = {}): Answers {
  const asked = screens.slice(0, screen).flatMap((before) => fieldsOf(before))
  return answersFrom((name) => given[name] ?? (asked.includes(name) ? sampleAnswer(name) : ''))
}

export const allAnswers = (given: SomeAnswers = {}) => answersBefore(LAST, given)

/** Opens the landing with an unfinished visit in the tab's storage. */
export async function openWithDraft(page: Page, draft: Draft): Promise<void> {
  await page.addInitScript(
    ({ key, text, once }) => {
      if (sessionStorage.getItem(once)) return
      sessionStorage.setItem(once, 'done')
      sessionStorage.setItem(key, text)
    },
    { key: DRAFT_KEY, text: JSON.stringify(draft), once: `e2e ${newId()}` },
  )
  await page.goto('/')
}

/** Opens a screen as a visitor who has answered everything before it, with the same history as after walking there. */
export async function openVisitAt(page: Page, screen: number, given: SomeAnswers = {}): Promise<void> {
  if (!isThere(screen)) throw new Error('questionnaire/screens.ts no longer has the screen of this test')
  await openWithDraft(page, {
    id: newId(),
    answers: answersBefore(screen, given),
    furthest: screen,
    open: false,
  })
  await continueButton(page).click()
  await waitForScreen(page, screen)
}

/** Opens another screen of a visit within the page, as the browser's own list of visited pages does. */
export async function jumpTo(page: Page, screen: number): Promise<void> {
  await page.evaluate((by) => history.go(by), screen - screenOf(page))
  await waitForScreen(page, screen)
}

export async function storedDraft(page: Page): Promise<Draft | null> {
  return page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? 'null'), DRAFT_KEY)
}

/** Makes storage throw in every page that is opened from now on, as browsers do that block it. */
export const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })

export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
export const continueButton = (page: Page) => button(page, 'Continue where you left off')
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The title of a step, which is also part of the document's title. */
export function titleOf(index: number): string {
  const screen: Screen | undefined = screens[index]
  if (!screen || screen.kind === 'landing') throw new Error(`Screen ${index} has no title`)
  return withBrand(screen.title, BRAND_NAME)
}

/** The heading of a step. A single question has `(optional)` after it if it is. */
export function headingOf(index: number): string {
  const [name, ...others] = fieldsOf(screens[index] ?? screens[0])
  const isOptional = name && others.length === 0 && fieldNamed(name).optional
  return isOptional ? `${titleOf(index)} (optional)` : titleOf(index)
}

/** Collects the requests that send a project from now on. */
export function recordSends(page: Page): readonly Request[] {
  const sends: Request[] = []
  page.on('request', (request) => {
    if (isSend(request)) sends.push(request)
  })
  return sends
}

export async function submit(page: Page): Promise<string> {
  const [request] = await Promise.all([page.waitForRequest(isSend), button(page, 'Submit').click()])
  return idOf(request)
}

export const idOf = (request: Request) => new URL(request.url()).pathname.split('/').at(-1) ?? ''

/** The message of a success, in the words of the specification. */
export const savedDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Your details have been saved', exact: true })

/** Holds back every request that sends a project until the returned function is called. */
export async function holdSends(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(SEND_URL, async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

/** Matches every address that a project is sent to. */
export const SEND_URL = '**/api/projects/*'

export const isSend = (request: Request) => request.url().includes('/api/projects/')

/** The number of printed pages: in a PDF each is an object of this type. */
export async function printedPages(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

let made = 0

/** A new id in the format of the browser's ids. */
export const newId = () =>
  `e2e${process.pid}-${Date.now().toString(36)}-${made++}`.padEnd(22, '_').slice(0, 22)
