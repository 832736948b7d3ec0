import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DIRECT, noSource, type Source, sourceName, sourceText } from './source.ts'
import { clickIdParameters } from './source-parameters.ts'

const textOf = (source: Partial<Source>) => sourceText({ ...noSource, ...source })

it('a source reads as its place, medium and campaign', () => {
  const google = { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'spring-kitchens' }
  assert.equal(textOf({ ...google, utmTerm: 'x', clickId: 'gclid=Cj0K' }), 'google / cpc / spring-kitchens')
  assert.equal(textOf({ utmCampaign: 'flyer' }), 'flyer')
  assert.equal(textOf({}), '')
})

it('without utm_source, the place is the network of the click id, or the host of the page with the link', () => {
  assert.equal(textOf({ clickId: 'fbclid=IwAR', referrer: 'l.facebook.com' }), 'facebook')
  assert.equal(textOf({ referrer: 'www.example.org' }), 'example.org')
  for (const name of clickIdParameters) assert.notEqual(textOf({ clickId: `${name}=x` }), '')
})

it('the desk counts sources by a short name in one spelling', () => {
  const nameOf = (source: Partial<Source>) => sourceName({ ...noSource, ...source })
  assert.equal(nameOf({ utmSource: 'Google', utmMedium: 'cpc' }), 'google')
  assert.equal(nameOf({ clickId: 'gbraid=x' }), 'google')
  assert.equal(nameOf({ referrer: 'www.example.org' }), 'example.org')
  assert.equal(nameOf({ utmCampaign: 'flyer' }), DIRECT)
  const cut = nameOf({ utmSource: `${'x'.repeat(59)}😀` })
  assert.ok(cut.length <= 60 && cut.isWellFormed())
})
