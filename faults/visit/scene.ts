import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { button, idOf, isSend, openVisitAt } from '../../e2e/support/visits.ts'
import { FAILED_MESSAGE, SAVED_MESSAGE } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { CHROMIUM_ARGS } from '../../scripts/chromium-args.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { type Fault, Unavailable } from '../harness/fault.ts'
import { PRODUCT, type Server, startServer } from '../harness/server.ts'
import type { Trial } from '../harness/trial.ts'

let shared: Promise<Browser> | null = null

function sharedBrowser(): Promise<Browser> {
  const found = findChromium()
  if ('missing' in found) throw new Unavailable(found.missing)
  shared ??= chromium.launch({
    executablePath: found.path,
    args: CHROMIUM_ARGS,
    // Real browsers have a back/forward cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return shared
}

export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.close()
  shared = null
}

/** The built product behind a proxy, and a browser that uses it through the proxy. */
export interface Scene {
  readonly trial: Trial
  readonly server: Server
  readonly proxy: TcpProxy
  readonly origin: string
  newContext(): Promise<BrowserContext>
}

interface VisitFault extends Pick<Fault, 'rows' | 'name' | 'short'> {
  readonly env?: Server['env']
  readonly run: (scene: Scene) => Promise<number | undefined>
}

/** A fault in a real browser. `run` may return how many times it happened. */
export const visitFault = ({ run, env = {}, ...fault }: VisitFault): Fault => ({
  ...fault,
  async run(trial) {
    const browser = await sharedBrowser()
    const server = await startServer(trial, { entry: PRODUCT, env })
    const proxy = await startTcpProxy({ after: trial.defer }, server.port)
    const origin = `http://127.0.0.1:${proxy.port}`
    const newContext = async () => {
      const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
      trial.defer(() => context.close())
      return context
    }
    const runs = (await run({ trial, server, proxy, origin, newContext })) ?? 1
    return trial.verify(server, { runs })
  },
})

/** A new visitor. The oracle records what the page submits. */
export async function newPage({ trial, newContext }: Scene, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await newContext())).newPage()
  recordSubmissions(trial, page)
  return page
}

/** A visitor who has answered everything and is about to submit. */
export async function pageAtSubmit(scene: Scene, context?: BrowserContext): Promise<Page> {
  const page = await newPage(scene, context)
  await openVisitAt(page, LAST)
  return page
}

type Shown = 'success' | 'failure'

/** Presses Submit and checks the dialog. */
export async function submitAndSee(scene: Scene, page: Page, expected?: Shown): Promise<Shown> {
  const started = performance.now()
  await button(page, 'Submit').click()
  return seeOutcome(scene, page, { started, ...(expected && { expected }) })
}

interface Expectation {
  readonly started: number
  readonly expected?: Shown
}

/** Waits for the dialog and checks its text, the overlay and the button. */
export async function seeOutcome(
  { trial }: Scene,
  page: Page,
  { started, expected }: Expectation,
): Promise<Shown> {
  const { seen } = trial.visitors
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  await page.getByRole('dialog').waitFor({ timeout: 25_000 })
  seen.longestWaitMs = Math.max(seen.longestWaitMs, performance.now() - started)
  const isSaved = await dialog(SAVED_MESSAGE).isVisible()
  const isFailed = await dialog(FAILED_MESSAGE).isVisible()
  const shown = isSaved ? 'success' : 'failure'
  if (isSaved === isFailed) seen.wrongText += 1
  if (expected && expected !== shown) trial.failures.push(`the visitor saw ${shown}`)
  await button(page, 'Close').click()
  if ((await page.getByText('loading', { exact: true }).count()) > 0)
    trial.failures.push('the overlay stayed')
  const label = shown === 'success' ? 'Go Home' : 'Submit'
  if (!(await button(page, label).isVisible())) trial.failures.push(`there is no button ${label}`)
  const id = submittedId(page)
  if (id) trial.oracle.saw(id, shown)
  return shown
}

const lastSubmitted = new WeakMap<Page, string>()

export const submittedId = (page: Page): string => lastSubmitted.get(page) ?? ''

function recordSubmissions({ oracle }: Trial, page: Page): void {
  page.on('request', (request) => {
    if (!isSend(request)) return
    const body = request.postData()
    if (body) oracle.submitted(idOf(request), JSON.parse(body))
    lastSubmitted.set(page, idOf(request))
  })
}

/** Drops responses to submissions after the server has done everything. */
export function loseResponses({ proxy }: Scene, isLost: (id: string) => boolean) {
  const cut = new Set<Link>()
  proxy.onRequest = (chunk, link) => {
    const id = /PUT \/api\/projects\/(\S+)/.exec(chunk.toString('latin1'))?.[1]
    if (id && isLost(id)) cut.add(link)
    return chunk
  }
  proxy.onResponse = (chunk, link) => {
    if (!cut.has(link)) return chunk
    link.client.resetAndDestroy()
    return null
  }
}
