import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadModule } from '../testing/module-loader.ts'

it('masthead.css has a size for every length of a domain and of its longest word', async () => {
  const { Masthead } = await loadModule('/screens/masthead.tsx')
  const sheet = readFileSync(new URL('masthead.css', import.meta.url), 'utf8')
  const unused = new Set(sheet.match(/\[data-\w+="\d+"\]/g))
  const missing = new Set<string>()
  for (let length = 1; length <= 60; length++) {
    const html = renderToStaticMarkup(createElement(Masthead, { domain: 'a'.repeat(length) }))
    for (const [step] of html.matchAll(/data-(?:line|word)="\d+"/g)) {
      if (!sheet.includes(`.masthead[${step}] {`)) missing.add(step)
      unused.delete(`[${step}]`)
    }
  }
  assert.deepEqual([[...missing], [...unused]], [[], []])
})
