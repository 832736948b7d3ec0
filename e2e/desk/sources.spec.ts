import { LAST } from '../../questionnaire/screens.ts'
import { addMember, openDesk, row } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import {
  allAnswers,
  button,
  continueButton,
  newId,
  openWithDraft,
  savedDialog,
  submit,
} from '../support/visits.ts'

const CAMPAIGN = '?utm_source=Spring-Fair&utm_medium=flyer&utm_campaign=kitchens&gclid=Cj0K'

test('the campaign of a visit is on the call sheet, in the filter and on the funnel, and changes no page of the visit', async ({
  page,
  product,
}) => {
  const answers = allAnswers({ firstName: 'Cam', lastName: 'Paign' })
  await openWithDraft(page, { id: newId(), answers, furthest: LAST, open: false })
  await expect(continueButton(page)).toBeVisible()
  const landing = await page.locator('main').innerText()
  await page.goto(`/${CAMPAIGN}`)
  await expect(continueButton(page)).toBeVisible()
  expect(await page.locator('main').innerText()).toBe(landing)
  await continueButton(page).click()
  await submit(page)
  await expect(savedDialog(page)).toBeVisible()

  const desk = await page.context().newPage()
  await openDesk(desk, product, { as: await addMember(product) })
  await desk.getByLabel('Source').selectOption('spring-fair')
  await expect(desk).toHaveURL(/source=spring-fair/)
  await expect(desk.locator('.list-foot')).toHaveText('1 project shown')
  await row(desk, 'Cam Paign').getByRole('link').first().click()
  await expect(desk.getByRole('article')).toContainText('Source: Spring-Fair / flyer / kitchens')
  await desk.goto('/desk/funnel')
  await desk.getByText('Where visits and projects come from').click()
  const cells = desk.getByRole('row').filter({ hasText: 'spring-fair' }).getByRole('cell')
  await expect(cells).toHaveText(['1', '1', '0', '0'])
})

test('nothing is kept of visitors who have asked not to be tracked', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(`/${CAMPAIGN}`)
  await expect(button(page, 'START HERE')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Spring-Fair')
})
