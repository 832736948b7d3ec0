import { LAST } from '../../questionnaire/screens.ts'
import { lastAsking } from '../../questionnaire/testing/find-screens.ts'
import { VERSION_HEADER, versions } from '../../questionnaire/version.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { expect, test } from '../support/test.ts'
import { allAnswers, button, idOf, isSend, openVisitAt, savedDialog } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

test.use({ settings: { ASK_PHONE: 'required' } })

const CONTACT = lastAsking('streetAddress')
const PHONE = '+1 (217) 555-0134 ext. 2'

test('a required phone number is asked with the contact details, and reaches the business', async ({
  page,
  product,
}) => {
  await openVisitAt(page, CONTACT, allAnswers())
  const phone = page.getByLabel('Phone', { exact: true })
  await button(page, 'Next').click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveJSProperty('validity.valueMissing', true)
  await phone.fill('call me')
  await expect(phone).toHaveJSProperty('validity.patternMismatch', true)
  await phone.fill(PHONE)
  await expectAccessible(page)

  for (let index = CONTACT; index < LAST; index++) {
    await waitForScreen(page, index)
    await button(page, 'Next').click()
  }
  await page.getByText('Review your answers').click()
  await expect(page.getByText(PHONE).first()).toBeVisible()
  const [request] = await Promise.all([page.waitForRequest(isSend), button(page, 'Submit').click()])
  await expect(savedDialog(page)).toBeVisible()
  expect(product.projects(idOf(request))[0]?.answers.phone).toBe(PHONE)
  expect((await product.emails(idOf(request)))[0]?.text).toContain(PHONE)
})

for (const before of ['off', 'optional'] as const) {
  test(`a page that was opened while ASK_PHONE was ${before} submits without a number`, async ({
    page,
    product,
  }) => {
    const now = '&quot;askPhone&quot;:&quot;required&quot;'
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        const response = await route.fetch()
        const html = await response.text()
        expect(html).toContain(now)
        await route.fulfill({
          response,
          body: html.replace(now, now.replace('required', before)),
        })
      },
    )
    await openVisitAt(page, LAST)
    const [request] = await Promise.all([page.waitForRequest(isSend), button(page, 'Submit').click()])
    await expect(savedDialog(page)).toBeVisible()
    expect(request.headers()[VERSION_HEADER]).toBe(versions[before])
    expect(request.postData()).not.toContain('phone')
    expect(product.projects(idOf(request))).toHaveLength(1)
  })
}
