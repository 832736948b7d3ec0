import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseSource } from '../../server/projects/parse-source.ts'
import { storedSource, storeSource } from './source.ts'

/** The pages of one tab, each with its address and the page that linked to it. */
function openTab() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return {
    stored,
    open(search: string, referrer = '') {
      storeSource({ search, host: 'guide.example' }, referrer, () => storage)
      return storedSource(() => storage)
    },
  }
}

it('a tab keeps the campaign, the click id and the host of the page that linked to us', () => {
  const kept = openTab().open(
    '?utm_source=google&utm_medium=cpc&gclid=Cj0K&email=jane%40example.com&utm_id=7',
    'https://www.google.com/search?q=kitchens',
  )
  assert.equal(kept, 'utm_source=google&utm_medium=cpc&gclid=Cj0K&referrer=www.google.com')
})

it('a later page of the tab keeps the first source, unless its address names a new one', () => {
  const { open } = openTab()
  assert.equal(open(''), '')
  assert.equal(open('', 'https://example.org/kitchens'), 'referrer=example.org')
  assert.equal(open('', 'https://example.com/'), 'referrer=example.org')
  assert.equal(open('?utm_source=', 'https://guide.example/privacy'), 'referrer=example.org')
  assert.equal(open('?utm_source=mail', 'https://guide.example/'), 'utm_source=mail')
})

it('long values are cut, and the header stays short and in ASCII', () => {
  const { open, stored } = openTab()
  assert.equal(parseSource(open(`?utm_source=${'x'.repeat(5000)}`)).utmSource, 'x'.repeat(200))
  const kept = open(
    `?${['source', 'medium', 'campaign', 'term'].map((name) => `utm_${name}=${'台'.repeat(500)}`).join('&')}`,
  )
  assert.match(kept, /^[!-~]{1,4000}$/)
  assert.equal(parseSource(kept).utmMedium, '台'.repeat(200))
  for (const key of stored.keys()) stored.set(key, 'referrer=台\n')
  assert.match(open(''), /^[!-~]+$/)
})

it('the source is unknown if storage is blocked or full', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  storeSource({ search: '?utm_source=google', host: '' }, '', blocked)
  assert.equal(storedSource(blocked), '')
})
