import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Product, startProduct } from '../support/product.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import type { Page, Size } from './page.ts'
import { findWebKit, openWebKit } from './webkit.ts'

const engines = [
  { name: 'Firefox', found: findFirefox(), open: openFirefox },
  { name: 'WebKit', found: findWebKit(), open: openWebKit },
]

/** As narrow as WebKit's window becomes. */
export const PHONE = { width: 450, height: 800 }
export const WIDE = { width: 1280, height: 900 }

const MAX_WALK_MS = 300_000

/** Runs a walk in each engine, and skips one that cannot be installed. A walk fails on any error of the page. */
export function testEngines(
  title: string,
  size: Size,
  walk: (page: Page, product: Product) => Promise<void>,
): void {
  describe(title, { concurrency: true }, () => {
    for (const { name, found, open } of engines) {
      if ('missing' in found) {
        it(`in ${name}`, { skip: found.missing })
        continue
      }
      it(`in ${name}`, { timeout: MAX_WALK_MS }, async (test) => {
        const started = new AsyncDisposableStack()
        test.after(() => started.disposeAsync())
        const product = started.adopt(await startProduct(), ({ stop }) => stop())
        const page = await open(found.path, size, started)
        await walk(page, product)
        assert.deepEqual(await page.errors(), [])
      })
    }
  })
}
