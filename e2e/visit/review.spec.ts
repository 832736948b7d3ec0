import { BRAND_NAME, defaultPrices, remodelTypes } from '../../questionnaire/business.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { expect, test } from '../support/test.ts'
import { allAnswers, button, openVisitAt, printedPages } from '../support/visits.ts'

const rows = rowsOf(allAnswers(), BRAND_NAME)

test('the review lists every question with its answer', async ({ page }) => {
  await openVisitAt(page, LAST)
  const review = page.getByRole('group').filter({ hasText: 'Review your answers' })
  await expect(review.getByRole('term').first()).toBeHidden()
  await review.getByText('Review your answers').click()
  expect(await review.getByRole('term').allInnerTexts()).toEqual(rows.map(({ question }) => question))
  for (const { question, answer } of rows) {
    const row = review.locator('div', { has: page.getByText(question, { exact: true }) })
    await expect(row.getByRole('definition').first()).toHaveText(answer)
    await expect(row.getByRole('link', { name: 'Change' })).toHaveAccessibleDescription(question)
  }
})

test('printing the last screen gives the project brief on one page, with the review closed', async ({
  page,
}) => {
  const { minor } = remodelTypes
  const given = {
    typeOfKitchenRemodel: minor.answer,
    additionalComments: 'We would like to keep the old stove.\nThe dog sleeps beside it.',
  }
  await openVisitAt(page, LAST, given)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('details')).toHaveJSProperty('open', false)
  const brief = page.getByRole('article')
  await expect(brief).toBeVisible()
  for (const { question, answer } of rowsOf(allAnswers(given), BRAND_NAME)) {
    const row = brief.locator('dl > div', { has: page.getByText(question, { exact: true }) })
    await expect(row).toBeVisible()
    await expect(row.getByRole('definition')).toHaveText(answer || '–')
  }
  for (const text of [BRAND_NAME, defaultPrices.minor, minor.scope[0], 'Next steps', defaultPrices.fee]) {
    await expect(brief.getByText(text).first()).toBeVisible()
  }
  await expect(brief.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await expect(brief).toContainText(new Date().getFullYear().toString())
  for (const name of ['Submit', 'The end']) await expect(button(page, name)).toBeHidden()
  await expect(page.getByText('Review your answers')).toBeHidden()
  await expect(page.locator('.top')).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    expect(await printedPages(page, format), format).toBe(1)
  }
})
