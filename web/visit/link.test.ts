import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { withoutContact } from '../../questionnaire/answers.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { parseLinkedVisit } from './draft.ts'
import { DRAFT_KEY, LINK } from './draft-key.ts'
import { createLink, readLink } from './link.ts'
import { openPage, pageAt } from './testing/open-page.ts'

const WISH = firstAsking('newKitchenImportantFeature')
const visit = pageAt(WISH).visit()

/** What follows `#visit=` in the visit's link. */
async function codeOf(one = visit): Promise<string> {
  const link = (await createLink(one, 'https://kitchens.example')) ?? ''
  return link.slice(`https://kitchens.example/${LINK}`.length)
}

const codeWith = (text: string) => `1.${deflateRawSync(text).toString('base64url')}`

it('a link carries the visit without its contact answers, its id and its write key', async () => {
  const answers = { ...visit.answers, newKitchenOtherFeature: 'Crème brûlée 🍮 & “light”' }
  const code = await codeOf({ ...visit, answers })
  const read = parseLinkedVisit(await readLink(code))
  assert.ok(read)
  assert.deepEqual(read.answers, withoutContact(answers))
  assert.deepEqual([read.furthest, read.changedAt], [WISH, visit.changedAt])
  const text = String(inflateRawSync(Buffer.from(code.slice(2), 'base64url')))
  for (const secret of [visit.id, visit.writeKey, visit.answers.email, visit.answers.lastName])
    assert.ok(!text.includes(secret), secret)
})

it('a link that is cut off, of another version or not ours is unreadable', async () => {
  const code = await codeOf()
  for (let length = 0; length < code.length; length++)
    assert.equal(await readLink(code.slice(0, length)), undefined, String(length))
  for (const other of [code.replace('1.', '2.'), '1.%%%', `${code}AAAA`, codeWith('{"answers":')])
    assert.equal(await readLink(other), undefined, other)
  for (const text of ['null', '7', '[]', '{}', '{"answers":{"yearBuilt":7}}'])
    assert.equal(parseLinkedVisit(await readLink(codeWith(text))), null, text)
})

it('a link that unpacks to more than ours can is unreadable', async () => {
  const code = codeWith(`{"answers":{}}${' '.repeat(2_000_000)}`)
  assert.ok(code.length < 4096)
  assert.equal(await readLink(code), undefined)
})

it('there is no link for answers that would not fit into it', async () => {
  const long = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(33 + ((index * index) % 90)))
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(2800))).toString('base64')
  for (const newKitchenOtherFeature of [random, long.join('').repeat(20)])
    assert.equal(
      await createLink(
        { ...visit, answers: { ...visit.answers, newKitchenOtherFeature } },
        'https://a.example',
      ),
      null,
    )
})

it('a hostile link gives no contact answer, no id, no time to come and no submission', () => {
  const id = 'x'.repeat(22)
  const answers = { ...sampleAnswers(), yearBuilt: '1962\0', nothing: 'x' }
  const read = parseLinkedVisit({
    id,
    writeKey: id,
    tried: true,
    open: false,
    answers,
    furthest: 1e9,
    at: 1e300,
  })
  assert.ok(read)
  assert.deepEqual(read.answers, withoutContact(sampleAnswers({ yearBuilt: '1962' })))
  assert.deepEqual([read.furthest, read.submitPressed], [LAST, false])
  assert.ok(read.id !== id && read.writeKey !== id)
  assert.ok(Number(read.changedAt) <= Date.now())
})

it('a linked visit replaces neither the draft of the tab nor the snapshot before it is resumed', async () => {
  const left = pageAt(WISH)
  left.store.answer('typeOfKitchenRemodel', remodelTypes.upscale.answer)
  left.store.writeDraft(false)
  const { store, stored, browser } = openPage(left.stored, 0, left.browser)
  const linked = parseLinkedVisit(await readLink(await codeOf())) ?? assert.fail()
  store.update({ linked })
  store.writeDraft(false)
  for (const text of [stored.get(DRAFT_KEY), ...browser.values()])
    assert.ok(text?.includes(remodelTypes.upscale.answer))
  store.resume(linked)
  assert.equal(store.current().visit.id, linked.id)
  assert.equal(store.current().linked, null)
})
