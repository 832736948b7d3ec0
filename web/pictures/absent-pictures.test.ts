import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fields } from '../../questionnaire/fields.ts'
import { moduleLoader } from '../test-modules.ts'
import { houseFile } from './house-file.ts'

it('a style without a drawing has an empty place as large as one', async (t) => {
  const show = await shown(t, 'house-drawing.tsx', 'HouseDrawing')
  const [style] = fields.typeOfArchitecture.options
  const drawing = `<img class="house-drawing" src="/assets/houses/${houseFile(style)}"`
  assert.ok(show({ style }).includes(drawing), show({ style }))
  assert.equal(show({ style: 'Castle' }), '<span class="house-drawing"></span>')
})

it('a remodel type without pictures shows none', async (t) => {
  const show = await shown(t, 'picture.tsx', 'Picture')
  assert.match(show({ name: 'major', crop: 'photo', sizes: '120px', alt: '' }), /<img /)
  assert.equal(show({ name: 'luxury', crop: 'photo', sizes: '120px', alt: '' }), '')
})

async function shown(t: TestContext, file: string, component: string) {
  const load = await moduleLoader(t)
  const components = await load(`/pictures/${file}`)
  return (props: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(createElement(components[component], props))
}
