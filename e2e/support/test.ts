import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Request,
} from '@playwright/test'
import { type Product, startProduct } from './product.ts'

export { expect } from '@playwright/test'

interface OfWorker {
  /** Variables of the product's environment. A file that gives its own has a product of its own. */
  readonly settings: Readonly<Record<string, string>>
  readonly product: Product
}

interface Own {
  /** Says that a test brings trouble about on purpose: what a console message, an error or a failed request matches. */
  readonly expectErrors: (...patterns: readonly RegExp[]) => void
  readonly watched: undefined
}

/**
 * Every test runs against the real product, one per worker. A message on the console, an error nobody
 * caught, a failed request or a breach of the content security policy that a test did not expect fails it.
 */
export const test = base.extend<Own, OfWorker>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  expectErrors: async ({}, use, { annotations }) => {
    await use((...patterns) => {
      for (const { source } of patterns) annotations.push({ type: 'expected trouble', description: source })
    })
  },

  watched: [
    async ({ context, product }, use, { annotations }) => {
      const troubles: string[] = []
      await watch(context, (trouble) => troubles.push(trouble))
      await use(undefined)
      // What a page asks as its test ends is answered by nobody.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const expected = annotations
        .filter(({ type }) => type === 'expected trouble')
        .map(({ description = '' }) => new RegExp(description))
      const unexpected = troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))
      const complaints = product.complaints()
      if (unexpected.length > 0) unexpected.push(...complaints)
      expect(unexpected, 'what went wrong in the browser beside what was tested').toEqual([])
    },
    { auto: true },
  ],
})

async function watch(context: BrowserContext, onTrouble: (trouble: string) => void) {
  const answered = new WeakSet<Request>()
  context.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning', 'assert'].includes(message.type())) {
      onTrouble(`console: ${message.text()} ${message.location().url}`)
    }
  })
  context.on('weberror', (webError) => onTrouble(`uncaught: ${webError.error().message}`))
  context.on('requestfailed', (request) => {
    // Who moves on waits neither for what the page before was reading nor for the end of an answer.
    const isLeft = request.failure()?.errorText === 'net::ERR_ABORTED'
    const isOfPage = isPicture(request) || request.resourceType() === 'script'
    if (isLeft && (isOfPage || isRead(request) || answered.has(request) || isBeacon(request))) return
    onTrouble(`request: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('response', (response) => {
    answered.add(response.request())
    if (response.status() >= 400) onTrouble(`answer: ${response.status()} ${response.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`)
    })
  })
}

/** It asks and changes nothing: the next page asks again. */
const isRead = (request: Request) =>
  request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/')

/** It goes out as the page goes, and is answered to nobody. */
const isBeacon = (request: Request) => request.url().endsWith('/api/steps')

/** Pictures, films, fonts, and the icon that the browser asks for itself. */
export const isPicture = (request: Request) =>
  ['image', 'media', 'font'].includes(request.resourceType()) || /favicon\.\w+$/.test(request.url())
