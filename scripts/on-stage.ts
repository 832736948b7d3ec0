import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from './chromium-args.ts'
import { findChromium } from './find-chromium.ts'

const ROOT = new URL('../', import.meta.url)
const HOST = 'http://stage.localhost'

/** Opens a page of this repository in Chromium under a fake host, so that it can load its fonts and pictures. */
export async function onStage(
  path: string,
  viewport: { width: number; height: number },
  act: (page: Page) => Promise<void>,
) {
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, executablePath: found.path })
  try {
    const page = await browser.newPage({ viewport })
    page.on('pageerror', (error) => console.error(error))
    await page.route(`${HOST}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ path: fileURLToPath(new URL(`.${pathname}`, ROOT)) })
    })
    await page.goto(`${HOST}/${path}`, { waitUntil: 'networkidle' })
    await page.evaluate('document.fonts.ready')
    await act(page)
  } finally {
    await browser.close()
  }
}
