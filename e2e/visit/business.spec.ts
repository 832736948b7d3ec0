import { withBrand } from '../../questionnaire/business.ts'
import { fields } from '../../questionnaire/fields.ts'
import { LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { firstAsking, lastAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { heading, jumpTo, openVisitAt, savedDialog, submit } from '../support/visits.ts'

const BRAND = 'Müller & Söhne <Küchen>'

/** The screens whose heading names the business. */
const naming = screens.flatMap((screen: Screen, index) =>
  'title' in screen && screen.title.includes('{brand}')
    ? [{ index, title: withBrand(screen.title, BRAND) }]
    : [],
)

test.use({
  settings: {
    BRAND_NAME: BRAND,
    SITE_URL: 'https://DreamKitchens.example',
    PRIVACY_URL: 'https://example.com/privacy',
  },
})

test('a business with another name is named on every screen that names the business, without a rebuild', async ({
  page,
}) => {
  await page.goto('/')
  await expect(heading(page)).toHaveText('DreamKitchens.example')
  await expect(page).toHaveTitle('DreamKitchens.example')
  await openVisitAt(page, LAST)
  for (const { index, title } of naming) {
    await jumpTo(page, index)
    await expect(heading(page)).toHaveText(title)
    await expect(page).toHaveTitle(`${title} – Step ${index} of ${LAST} – DreamKitchens.example`)
    await expect(page.getByRole('banner')).toContainText(BRAND)
  }
  for (const index of [firstAsking('email'), lastAsking('email'), LAST]) {
    await jumpTo(page, index)
    const privacy = page.getByRole('link', { name: 'Privacy (opens in a new tab)', exact: true })
    await expect(privacy).toHaveAttribute('href', 'https://example.com/privacy')
    // The visit stays where it is.
    await expect(privacy).toHaveAttribute('target', '_blank')
  }
  await jumpTo(page, firstAsking('renegadeRemodelersEmailAddress'))
  await expect(page.getByLabel(withBrand(fields.renegadeRemodelersEmailAddress.label, BRAND))).toBeVisible()
  await jumpTo(page, LAST)
  await submit(page)
  await expect(savedDialog(page)).toBeVisible()
})
