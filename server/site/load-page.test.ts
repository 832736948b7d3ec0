import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadPage } from './load-page.ts'

it('a missing build is reported with the command that makes it', async () => {
  const url = new URL('../no-such-build/page/page.js', import.meta.url).href
  await assert.rejects(loadPage(url), { message: 'The page has not been built yet. Run npm run build.' })
})
