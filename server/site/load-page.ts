import { existsSync } from 'node:fs'
import { OperatorError } from '../lib/errors.ts'
import type { Page } from './pages.ts'

/** Imports the built page. */
export async function loadPage(url: string): Promise<Page> {
  if (!existsSync(new URL(url)))
    throw new OperatorError('The page has not been built yet. Run npm run build.')
  return import(url)
}
