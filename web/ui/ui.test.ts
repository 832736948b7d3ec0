import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import { fields } from '../../questionnaire/fields.ts'
import { loadModule } from '../testing/module-loader.ts'

it('icons have a width of their own, for pages whose styles failed to load', async () => {
  const { ArrowLeft, Chevron, Door, Seal } = await loadModule('/ui/icons.tsx')
  for (const icon of [ArrowLeft, Chevron, Door, Seal])
    assert.match(renderToStaticMarkup(createElement(icon)), /<svg[^>]* width="\d\d"/)
})

it('a line does not break between a number and its noun, or before a sign', async () => {
  const { noBreak } = await loadModule('/ui/no-break.tsx')
  for (const [text, expected] of [
    [SCOPE_ASSUMPTION, ['200 square', '30 linear', '36 inch']],
    ['Your Kitchen - The heart of your home', ['Kitchen -', 'The heart']],
    [fields.fearsForHiringKitchenRemodeler.label, ['Remodeler /']],
  ] as const) {
    const html = renderToStaticMarkup(noBreak(text))
    const unbreakable = [...html.matchAll(/<span class="whole">(.*?)<\/span>/g)].map(([, words]) => words)
    assert.deepEqual(unbreakable, expected)
    assert.equal(html.replaceAll(/<[^>]+>/g, ''), text)
  }
})
