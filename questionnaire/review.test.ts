import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withBrand } from './business.ts'
import { fields } from './fields.ts'
import { reviewOf } from './review.ts'
import { sampleAnswers } from './sample-answers.ts'
import { fieldsOf, screens } from './screens.ts'
import { firstAsking, lastAsking } from './testing/find-screens.ts'

const brandName = 'Acme Kitchens'
const rowAt = (screen: number, changes: Parameters<typeof sampleAnswers>[0] = {}) =>
  reviewOf(sampleAnswers(changes), brandName)
    .flatMap(({ rows }) => rows)
    .find((row) => row.screen === screen)

it('the review has four groups, and one row for each screen that asks something', () => {
  const groups = reviewOf(sampleAnswers(), brandName)
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['Your home', 'Your kitchen', 'Paying and hiring', 'How we reach you'],
  )
  const begin = firstAsking('email')
  assert.deepEqual(
    groups.flatMap(({ rows }) => rows.map(({ screen }) => screen)),
    [...screens.keys()].filter(
      (index) => index !== begin && fieldsOf(screens[index] ?? screens[0]).length > 0,
    ),
  )
})

it('a screen with one question has a row with its words', () => {
  const { label } = fields.newKitchenImportantFeature
  const row = rowAt(firstAsking('newKitchenImportantFeature'), { newKitchenImportantFeature: 'Two\novens' })
  assert.deepEqual([row?.question, row?.answer], [label, 'Two\novens'])
})

it('name and address are one line each, and an optional field is named only if it is answered', () => {
  const given = {
    firstName: 'Pat',
    lastName: 'O’Neil',
    email: 'pat@home.example',
    streetAddress: '12 Elm St.',
  }
  const place = { city: 'Tacoma', state: 'WA', zipCode: '98402' }
  const contact = (renegadeRemodelersEmailAddress: string) =>
    rowAt(lastAsking('email'), { ...given, ...place, renegadeRemodelersEmailAddress })
  const answer = 'Pat O’Neil\npat@home.example\n12 Elm St., Tacoma, WA 98402'
  assert.deepEqual([contact('')?.question, contact('')?.answer], ['Name, email, address', answer])
  assert.deepEqual(
    [contact('ben@acme.example')?.question, contact('ben@acme.example')?.answer],
    [
      `Name, email, address, ${withBrand(fields.renegadeRemodelersEmailAddress.label, brandName)}`,
      `${answer}\nben@acme.example`,
    ],
  )
})
