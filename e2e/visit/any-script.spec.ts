import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { expectEmailSays } from '../emails.ts'
import { expect, test } from '../test.ts'
import { allAnswers, saved, submit, visitAt } from '../visits.ts'
import { type SomeAnswers, walk } from '../walker.ts'

const writings: readonly (SomeAnswers & { readonly city: string })[] = [
  {
    firstName: 'محمد',
    lastName: 'عبد الرحمن',
    streetAddress: 'شارع الملك فهد ١٢',
    city: 'الرياض',
    additionalComments: 'مطبخ كبير\nمع نافذة',
  },
  {
    firstName: '小明',
    lastName: '歐陽',
    streetAddress: '中山北路二段 〇號',
    city: '臺北',
    additionalComments: '一個大的水槽，𠮷野家',
  },
  {
    firstName: 'Zoë 🧑🏽‍🍳',
    lastName: "O'Brien-Ñuñez",
    streetAddress: 'e\u0301 and \u00e9 stay apart',
    city: 'Kraków 👩‍👩‍👧‍👦',
    remodellingReasons: '<b>& "quotes" \\ %00 {{x}}\tTab',
    additionalComments: 'Line one\n\n  indented\n=formula()',
  },
]

for (const given of writings) {
  test(`names and addresses as in ${given.city} survive to the store and the e-mail`, async ({
    page,
    product,
  }) => {
    await visitAt(page, firstAsking(given.remodellingReasons ? 'remodellingReasons' : 'firstName'))
    await walk(page, { given })
    const id = await submit(page)
    await expect(saved(page)).toBeVisible()
    const answers = allAnswers(given)
    expect(product.projects(id).map((project) => project.answers)).toEqual([answers])
    expectEmailSays((await product.emails(id))[0], answers)
    expect(new URL(page.url()).pathname).toBe(`/sec${LAST}`)
  })
}
