import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { moduleLoader } from '../testing/module-loader.ts'

it('without styles no sign is as wide as the window', async (t) => {
  const load = await moduleLoader(t)
  const { ArrowLeft, Chevron, Door, Seal } = await load('/ui/icons.tsx')
  for (const sign of [ArrowLeft, Chevron, Door, Seal])
    assert.match(renderToStaticMarkup(createElement(sign)), /<svg[^>]* width="\d\d"/)
})
