import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Profile } from '../../questionnaire/business.ts'
import { loadModule } from '../testing/module-loader.ts'

it('the phone number is a link, and without one there is no line and no gap', async () => {
  const { BusinessContext } = await loadModule('/ui/business.ts')
  const { CallUs } = await loadModule('/brief/brief-parts.tsx')
  const business = { brandName: '', siteOrigin: '', siteDomain: '', privacyUrl: null, sendEarly: false }
  const callUs = (profile: Profile) =>
    renderToStaticMarkup(
      createElement(BusinessContext, { value: { ...business, profile } }, createElement(CallUs)),
    )
  assert.match(callUs({ phone: '(253) 555-0142' }), /<a href="tel:2535550142">\(253\) 555-0142<\/a>/)
  assert.equal(callUs({}), '')
})
