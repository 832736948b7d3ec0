import { existsSync } from 'node:fs'
import { OperatorError } from '../lib/errors.ts'
import type { Page } from './pages.ts'

/** Imports the built page and checks its exports, which the compiler cannot see. */
export async function loadPage(url: string): Promise<Page> {
  if (!existsSync(new URL(url)))
    throw new OperatorError('The page has not been built yet. Run npm run build.')
  const module: unknown = await import(url)
  if (!isPage(module)) throw new Error('The built page is not valid. Run npm run build')
  return module
}

const isPage = (module: unknown): module is Page =>
  Object.keys(EXPORTS).every((name) => typeof Object(module)[name] === 'function')

const EXPORTS: Readonly<Record<keyof Page, true>> = {
  renderLanding: true,
  renderNotFound: true,
  renderDesk: true,
  renderBrief: true,
}
