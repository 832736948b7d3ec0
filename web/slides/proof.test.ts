import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Profile } from '../../questionnaire/business.ts'
import { loadModule } from '../testing/module-loader.ts'

const published = { text: 'Read it there', url: 'https://reviews.example/' }

it('what the business can prove is shown only if it is given', async () => {
  const { Credentials, Quotation, BuiltKitchens } = await loadModule('/slides/proof.tsx')
  const textOf = (profile: Profile) =>
    [Credentials, Quotation, BuiltKitchens]
      .map((Part) => renderToStaticMarkup(createElement(Part, profile)))
      .join('')
      .replaceAll(/<(?!img|a )[^>]*>/g, ' ')
      .trim()
  assert.equal(textOf({}), '')
  assert.match(textOf({ license: 'L-1' }), /^License +L-1$/)
  assert.match(textOf({ insurance: 'General liability' }), /^Insured +General liability$/)
  assert.match(
    textOf({ reviews: published }),
    /^Reviews +<a href="https:\/\/reviews.example\/" .*>Read it there/,
  )
  assert.match(textOf({ quotation: { words: 'Fine', author: 'Pat', published } }), /^“Fine” +Pat, <a href/)
  const kitchen = { title: 'New island', town: 'Springfield', picture: 'design' }
  assert.match(
    textOf({ builtKitchens: [kitchen] }),
    /^Kitchens we have built .*design\.card-840.* New island +Springfield$/,
  )
})
