import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import { loadModule } from '../testing/module-loader.ts'

it('icons have a width of their own, for pages whose styles failed to load', async () => {
  const { ArrowLeft, Chevron, Door, Seal } = await loadModule('/ui/icons.tsx')
  for (const icon of [ArrowLeft, Chevron, Door, Seal])
    assert.match(renderToStaticMarkup(createElement(icon)), /<svg[^>]* width="\d\d"/)
})

it('a line does not break between a number and the word it counts', async () => {
  const { noBreak } = await loadModule('/ui/no-break.tsx')
  const html = renderToStaticMarkup(noBreak(SCOPE_ASSUMPTION))
  const unbreakable = [...html.matchAll(/<span class="whole">(.*?)<\/span>/g)].map(([, text]) => text)
  assert.deepEqual(unbreakable, ['200 square', '30 linear', '36 inch'])
  assert.equal(html.replaceAll(/<[^>]+>/g, ''), SCOPE_ASSUMPTION)
})
