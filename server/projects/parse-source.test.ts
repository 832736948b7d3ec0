import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noSource } from '../../questionnaire/source.ts'
import { MAX_SOURCE_LENGTH } from '../../questionnaire/source-parameters.ts'
import { parseSource } from './parse-source.ts'

it('a source is read from the parameters of a campaign, a click id and a host', () => {
  const header =
    'utm_source=google&utm_medium=cpc&utm_campaign=spring-kitchens&utm_term=new+kitchen&utm_content=a&gclid=Cj0K&referrer=www.google.com'
  assert.deepEqual(parseSource(header), {
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'spring-kitchens',
    utmTerm: 'new kitchen',
    utmContent: 'a',
    clickId: 'gclid=Cj0K',
    referrer: 'www.google.com',
  })
})

it('anything else in the header is ignored', () => {
  assert.deepEqual(parseSource('email=jane@example.com&utmSource=x&__proto__=y&utm_source='), noSource)
  assert.deepEqual(parseSource('%E0%A4%A&&&=&%'), noSource)
})

it('a value becomes one line of visible, storable characters, and is cut', () => {
  const { utmSource, utmMedium, utmCampaign, clickId } = parseSource(
    String(
      new URLSearchParams({
        utm_source: ' a\r\nBcc: b\0\u001b[2J\u202e\u2028\ufeff ',
        utm_medium: 'x'.repeat(5000),
        utm_campaign: `${'x'.repeat(MAX_SOURCE_LENGTH - 1)}😀`,
        fbclid: 'y'.repeat(5000),
      }),
    ),
  )
  assert.equal(utmSource, 'a Bcc: b [2J')
  assert.equal(utmMedium, 'x'.repeat(MAX_SOURCE_LENGTH))
  assert.equal(utmCampaign, 'x'.repeat(MAX_SOURCE_LENGTH - 1))
  assert.equal(clickId.length, MAX_SOURCE_LENGTH)
})
