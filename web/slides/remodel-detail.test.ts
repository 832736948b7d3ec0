import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import { moduleLoader } from '../testing/module-loader.ts'

it('a number stays in one line with what it counts', async (t) => {
  const load = await moduleLoader(t)
  const { RemodelDetail } = await load('slides/remodel-detail.tsx')
  const html = renderToStaticMarkup(createElement(RemodelDetail, { type: 'minor', onClose: () => {} }))
  const [, assumption = ''] = /<p class="assumption">(.*?)<\/p>/.exec(html) ?? []
  const whole = [...assumption.matchAll(/<span class="whole">(.*?)<\/span>/g)].map(([, words]) => words)
  assert.deepEqual(whole, ['200 square', '30 linear', '36 inch'])
  assert.equal(assumption.replaceAll(/<[^>]+>/g, ''), SCOPE_ASSUMPTION)
})
