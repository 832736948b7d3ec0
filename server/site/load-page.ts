import { existsSync } from 'node:fs'
import { OperatorError } from '../lib/errors.ts'
import type { Page } from './pages.ts'

/** The page is built code that the compiler here does not see, so it is looked at when it is loaded. */
export async function loadPage(url: string): Promise<Page> {
  if (!existsSync(new URL(url))) throw new OperatorError('There is no built page yet: run npm run build.')
  const module: unknown = await import(url)
  if (!isPage(module)) throw new Error('The built page is not as expected: run npm run build')
  return module
}

const isPage = (module: unknown): module is Page =>
  Object.keys(ASKED).every((name) => typeof Object(module)[name] === 'function')

const ASKED: Readonly<Record<keyof Page, true>> = {
  renderLanding: true,
  renderNotFound: true,
  renderDesk: true,
}
