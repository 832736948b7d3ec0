import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rendererOf } from '../testing/render.ts'

it('numbers in a table have separators', async () => {
  const table = await rendererOf('reports/number-table.tsx', 'NumberTable')
  const html = table({ caption: '', columns: ['Day', 'Visits'], rows: [['2026', 1219]] })
  assert.match(html, /<th scope="row"[^>]*>2026<\/th><td>1,219<\/td>/)
})

it('empty screens say what is empty', async () => {
  const week = { week: '2026-01-05', projects: 1, answered: 0, medianMinutes: null, worstMinutes: null }
  const days = [{ day: '2026-01-05', started: 0, submitted: 0 }]
  const data = [
    ['/unanswered', 'unanswered', []],
    ['/unanswered', 'first-contacts', [week]],
    ['', 'funnel', { steps: [], days }],
  ] as const
  const unanswered = await rendererOf('reports/unanswered.tsx', 'Unanswered', { data })
  const funnel = await rendererOf('reports/funnel-screen.tsx', 'FunnelScreen', { data })
  assert.match(
    unanswered({}),
    /No homeowner is waiting<\/h2><p>A new project appears here until its first contact\.<\/p>/,
  )
  assert.match(
    unanswered({}),
    /Time to first contact<\/h2><p class="hint">Nothing to show yet\.<\/p><\/section>/,
  )
  assert.match(funnel({}), /No visits in this period<\/h2><\/div>/)
})
