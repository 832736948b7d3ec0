import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { idOf, isSend, visitAt } from '../../e2e/visits.ts'
import { walk } from '../../e2e/walker.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { CHROMIUM_ARGS } from '../../scripts/chromium-args.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { NotHere } from '../harness/fault.ts'
import { createOracle, type Oracle } from '../harness/oracle.ts'
import type { arrivedIn } from '../harness/outbox.ts'
import { type Guide, PRODUCT } from '../harness/server.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { FAILURE_TEXT, SUCCESS_TEXT } from '../harness/visitor.ts'

let shared: Promise<Browser> | null = null

function sharedBrowser(): Promise<Browser> {
  const found = findChromium()
  if ('missing' in found) throw new NotHere(found.missing)
  shared ??= chromium.launch({
    executablePath: found.path,
    args: CHROMIUM_ARGS,
    // Visitors have a back/forward cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return shared
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close()
  shared = null
}

/** The built product behind a proxy that can break the line, and a browser that comes through it. */
export interface Scene extends AsyncDisposable {
  readonly stage: Stage
  readonly guide: Guide
  readonly proxy: TcpProxy
  readonly origin: string
  readonly oracle: Oracle
  readonly seen: { wrongText: number; longestWaitMs: number }
  readonly failures: string[]
  readonly notes: string[]
  newContext(): Promise<BrowserContext>
  readonly arrived: () => ReturnType<typeof arrivedIn>
}

export async function createScene(): Promise<Scene> {
  const browser = await sharedBrowser()
  const stage = await createStage()
  const { guide, arrived } = await guideOnFiles(stage, {}, { entry: PRODUCT })
  await guide.start()
  const proxy = await startTcpProxy(stage, Number(new URL(guide.origin).port))
  const origin = `http://127.0.0.1:${proxy.port}`
  return {
    stage,
    guide,
    proxy,
    origin,
    oracle: createOracle(),
    seen: { wrongText: 0, longestWaitMs: 0 },
    failures: [],
    notes: [],
    async newContext() {
      const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
      stage.after(() => context.close())
      return context
    },
    arrived,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}

/** A visitor who has answered everything and stands before Submit. */
export async function atSubmit(scene: Scene, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await scene.newContext())).newPage()
  listen(scene, page)
  await visitAt(page, LAST)
  return page
}

/** Walks every screen, in a page that must not throw, and is told of a success. */
export async function visitWhole(scene: Scene, context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => scene.failures.push(`the page threw: ${message}`))
  listen(scene, page)
  await page.goto('/')
  await walk(page)
  await press(scene, page, 'success')
}

/** Presses Submit, waits until the visitor is told, and holds what is on the screen against the agreement. */
export async function press(
  scene: Scene,
  page: Page,
  expected?: 'success' | 'failure',
): Promise<'success' | 'failure'> {
  const started = performance.now()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  return told(scene, page, started, expected)
}

export async function told(scene: Scene, page: Page, started: number, expected?: 'success' | 'failure') {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor({ timeout: 25_000 })
  scene.seen.longestWaitMs = Math.max(scene.seen.longestWaitMs, performance.now() - started)
  const isSaved = await page.getByRole('dialog', { name: SUCCESS_TEXT, exact: true }).isVisible()
  const isFailed = await page.getByRole('dialog', { name: FAILURE_TEXT, exact: true }).isVisible()
  const outcome = isSaved ? 'success' : 'failure'
  if (isSaved === isFailed) scene.seen.wrongText += 1
  if (expected && expected !== outcome) scene.failures.push(`the visitor was told of a ${outcome}`)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  if ((await page.getByText('loading', { exact: true }).count()) > 0)
    scene.failures.push('the overlay stayed')
  const button = outcome === 'success' ? 'Go Home' : 'Submit'
  if (!(await page.getByRole('button', { name: button, exact: true }).isVisible()))
    scene.failures.push(`no button ${button}`)
  const id = idAskedIn(page)
  if (id) scene.oracle.told(id, outcome)
  return outcome
}

const askedIn = new WeakMap<Page, string>()

/** The id that a page submitted last. */
export const idAskedIn = (page: Page): string => askedIn.get(page) ?? ''

/** The oracle hears of every call a page makes. */
export function listen(scene: Scene, page: Page): void {
  page.on('request', (request) => {
    if (!isSend(request)) return
    const body = request.postData()
    if (body) scene.oracle.asked(idOf(request), JSON.parse(body))
    askedIn.set(page, idOf(request))
  })
}
