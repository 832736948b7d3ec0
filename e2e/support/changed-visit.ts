import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Page, test } from '@playwright/test'
import { build, type InlineConfig, type Plugin } from 'vite'
import { BRAND_NAME } from '../../questionnaire/business.ts'

/** For each changed file of the questionnaire a function that edits its text. */
export type Changes = Readonly<Record<string, (text: string) => string>>

/**
 * Gives a page the visit that a developer would get from changed questions: its landing and its script. Everything
 * else comes from the product as it is, with the styles that were built for it.
 */
export async function changeVisit(page: Page, changes: Changes): Promise<void> {
  const [script, ...others] = await outputOf(changes, {
    build: { write: false, rolldownOptions: { input: { visit: 'web/visit/main.tsx' } } },
  })
  const address = `/${script.fileName}`
  const styles = others.map(({ fileName }) => `/${fileName}`).filter((path) => path.endsWith('.css'))
  const folder = test.info().outputPath('page')
  await outputOf(changes, {
    define: { SITE: JSON.stringify({ visit: { script: address, styles } }) },
    build: { outDir: folder, emptyOutDir: true, ssr: 'pages/page.ts' },
  })
  const { renderLanding } = await import(pathToFileURL(`${folder}/page.js`).href)
  const html = renderLanding({
    brandName: BRAND_NAME,
    siteOrigin: 'https://renegaderemodelers.com',
    siteDomain: 'RenegadeRemodelers.com',
    privacyUrl: null,
    sendEarly: false,
  })
  // With the headers of the product, and so with its content security policy.
  await page.route('/', async (route) => route.fulfill({ response: await route.fetch(), body: html }))
  await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: script.code }))
}

/** Gives a page the script of the desk with changed questions. */
export async function changeDesk(page: Page, changes: Changes): Promise<void> {
  const [script] = await outputOf(changes, {
    build: { write: false, rolldownOptions: { input: 'web/desk/main.tsx' } },
  })
  await page.route('**/assets/desk-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script.code }),
  )
}

async function outputOf(changes: Changes, config: InlineConfig) {
  const edit: Plugin = {
    name: 'changed questions',
    // Before the types are removed.
    enforce: 'pre',
    transform: (code, id) => changes[basename(id)]?.(code),
  }
  const built = await build({ ...config, logLevel: 'warn', publicDir: false, plugins: [edit] })
  if (!('output' in built)) throw new Error('Vite built more than one bundle')
  return built.output
}
