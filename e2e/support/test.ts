import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Request,
} from '@playwright/test'
import { type Product, startProduct } from './product.ts'

export { expect } from '@playwright/test'

type Settings = Readonly<Record<string, string>>

interface WorkerFixtures {
  readonly productWith: (settings: Settings) => Promise<Product>
}

interface TestFixtures {
  /** The product's environment variables. Spec files with the same settings share a product. */
  readonly settings: Settings
  readonly product: Product
  /** Allows console messages, errors and failed requests that match one of these patterns. */
  readonly expectErrors: (...patterns: readonly RegExp[]) => void
  readonly watched: undefined
}

/** No one is signed in, which the desk asks first, or the test has interrupted the network. */
const ALWAYS_EXPECTED = [/401.*api\/desk|api\/desk.*401/, /ERR_INTERNET_DISCONNECTED/]

/**
 * Every test runs against the real product, one per worker and settings. A test fails on a console message, an uncaught error, a
 * failed request or a violation of the content security policy that it does not expect.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  // Not an option of the worker, because every other value would start another worker and browser.
  productWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const products = new Map<string, Promise<Product>>()
      await use((settings) => {
        const key = JSON.stringify(settings)
        const product = products.get(key) ?? startProduct(settings)
        products.set(key, product)
        return product
      })
      for (const product of products.values()) await (await product).stop()
    },
    { scope: 'worker' },
  ],
  product: async ({ productWith, settings }, use) => use(await productWith(settings)),
  baseURL: ({ product }, use) => use(product.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  expectErrors: async ({}, use, { annotations }) => {
    await use((...patterns) => {
      for (const { source } of patterns) annotations.push({ type: 'expected error', description: source })
    })
  },

  watched: [
    async ({ context, product }, use, { annotations }) => {
      const errors: string[] = []
      await watch(context, (error) => errors.push(error))
      await use(undefined)
      // Requests that a page sends as its test ends get no response.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const expected = annotations
        .filter(({ type }) => type === 'expected error')
        .map(({ description = '' }) => new RegExp(description))
      const patterns = [...ALWAYS_EXPECTED, ...expected]
      const unexpected = errors.filter((error) => !patterns.some((pattern) => pattern.test(error)))
      const warnings = product.warnings()
      if (unexpected.length > 0) unexpected.push(...warnings)
      expect(unexpected, 'unexpected errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

async function watch(context: BrowserContext, onError: (error: string) => void) {
  const answered = new WeakSet<Request>()
  context.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning', 'assert'].includes(message.type())) {
      onError(`console: ${message.text()} ${message.location().url}`)
    }
  })
  context.on('weberror', (webError) => onError(`uncaught: ${webError.error().message}`))
  context.on('requestfailed', (request) => {
    // Leaving a page cancels what it was still loading.
    const isCanceled = request.failure()?.errorText === 'net::ERR_ABORTED'
    const isOfPage = isPicture(request) || request.resourceType() === 'script'
    if (isCanceled && (isOfPage || isRead(request) || answered.has(request) || isBeacon(request))) return
    onError(`request: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('response', (response) => {
    answered.add(response.request())
    if (response.status() >= 400) onError(`response: ${response.status()} ${response.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`)
    })
  })
}

/** An API request that changes nothing; the next page sends it again. */
const isRead = (request: Request) => {
  const { pathname } = new URL(request.url())
  return (
    pathname === '/api/desk/projects/listed' || (request.method() === 'GET' && pathname.startsWith('/api/'))
  )
}

/** Sent while the page closes, so its response is not received. */
const isBeacon = (request: Request) => request.url().endsWith('/api/steps')

/** Pictures, films, fonts, drawings that are used, and the icon that the browser requests by itself. */
export const isPicture = (request: Request) =>
  ['image', 'media', 'font'].includes(request.resourceType()) || /\.svg$|favicon\.\w+$/.test(request.url())
