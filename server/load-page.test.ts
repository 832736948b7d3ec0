import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadPage } from './load-page.ts'

it('who has not built the page yet is told how', async () => {
  const url = new URL('../no-such-build/page/page.js', import.meta.url).href
  await assert.rejects(loadPage(url), { message: 'There is no built page yet: run npm run build.' })
})
