import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  BRAND_NAME,
  COST_NOTE,
  costsCompared,
  defaultPrices,
  type Profile,
  remodelTypes,
  skills,
  virtues,
  withBrand,
} from '../../questionnaire/business.ts'
import type { Screen, SlideName } from '../../questionnaire/screens.ts'
import { loadModule } from '../testing/module-loader.ts'

const types = Object.values(remodelTypes)
const prices = Object.values(defaultPrices)

const textsOf: Partial<Record<SlideName, readonly string[]>> = {
  'cost-ranges': [
    ...types.map(({ name, scope }, index) => [name.toUpperCase(), prices[index], ...scope].join(' ')),
    COST_NOTE,
  ],
  'process-steps': ['Feasability', 'Discovery', 'Design'],
  'next-step': [
    'feasibility-discovery-design representative',
    'F-D-A (Feasibility-Discovery/Design Agreement)',
    defaultPrices.fee,
  ],
  problems: [
    'they never call me back',
    'the project took too long',
    'my house and yard were a mess',
    'I ended up managing the project myself',
    'so many hidden costs',
    'I was not given a schedule',
  ],
  complaints: [
    'Top client complaints about the contractor they hired',
    'workers failing to show up',
    'not doing the job right the first time',
    'not listening to or understanding requests',
    'leaving a mess',
  ],
  hire: [BRAND_NAME, ...skills],
  why: [BRAND_NAME, ...virtues, ...costsCompared.map((costs) => withBrand(costs, BRAND_NAME))],
}

it('the slides contain the texts and prices of the business', async () => {
  const { ScreenHost } = await loadModule('/screens/screen-host.tsx')
  const { VisitProvider } = await loadModule('/visit/use-visit.tsx')
  const { serverVisit } = await loadModule('/visit/server-visit.ts')
  const { BusinessContext } = await loadModule('/ui/business.ts')
  // Vite's copy of the module, which the components compare with.
  const { screens } = await loadModule('../questionnaire/screens.ts')
  const business = { brandName: BRAND_NAME, prices: { id: '', ...defaultPrices }, profile: {} }
  let found = 0
  for (const [index, screen] of (screens as readonly Screen[]).entries()) {
    if (screen.kind !== 'slide') continue
    const host = createElement(ScreenHost, { index })
    const visit = createElement(VisitProvider, { visit: serverVisit() }, host)
    const html = renderToStaticMarkup(createElement(BusinessContext, { value: business }, visit))
    const text = html
      .replaceAll(/<\/?(?:span|b|em|strong|wbr)\b[^>]*>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
    for (const words of textsOf[screen.slide] ?? []) {
      assert.ok(text.includes(words), `${screen.slide}: ${words} is not in ${text}`)
      found += 1
    }
  }
  assert.equal(found, Object.values(textsOf).flat().length)
})

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
