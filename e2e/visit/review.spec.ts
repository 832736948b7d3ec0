import type { Page } from '@playwright/test'
import { BRAND_NAME, defaultPrices, remodelTypes } from '../../questionnaire/business.ts'
import { reviewOf } from '../../questionnaire/review.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { allAnswers, button, heading, openVisitAt, printedPages } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const WISH = firstAsking('newKitchenImportantFeature')
const CITY = firstAsking('city')

test('the review has one row per screen, with a link that says what it changes', async ({ page }) => {
  await openVisitAt(page, LAST)
  const review = page.getByRole('group').filter({ hasText: 'Review your answers' })
  await expect(review.getByRole('term').first()).toBeHidden()
  await review.getByText('Review your answers').click()
  const groups = reviewOf(allAnswers(), BRAND_NAME)
  expect(await review.getByRole('heading').allInnerTexts()).toEqual(groups.map(({ title }) => title))
  const rows = groups.flatMap((group) => group.rows)
  expect(await review.getByRole('term').allInnerTexts()).toEqual(rows.map(({ question }) => question))
  for (const [index, { question, answer }] of rows.entries()) {
    const row = review.locator('.review-row').nth(index)
    await expect(row.getByRole('definition').first()).toHaveText(answer, { useInnerText: true })
    const link = row.getByRole('link', { name: `Change ${question}`, exact: true })
    await expect(link).toHaveAccessibleDescription(answer.replaceAll('\n', ' '))
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test('after a change, a button checks the form and returns to the row in the open review', async ({
  page,
}) => {
  await openVisitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await changeLink(page, WISH).click()
  await waitForScreen(page, WISH)
  await expect(heading(page)).toBeFocused()
  const box = page.getByRole('textbox')
  await box.fill('')
  const toReview = button(page, 'Back to your review')
  await toReview.click()
  await expect(box).toBeFocused()
  await box.fill('A window over the sink')
  await toReview.click()
  await expectRow(page, WISH, 'A window over the sink')

  await changeLink(page, CITY).press('Enter')
  await waitForScreen(page, CITY)
  await page.getByLabel('City').fill('Newtown')
  await page.getByLabel('City').press('Enter')
  await expectRow(page, CITY, /Newtown/)
})

test('Next after a change goes on as usual and still offers the review, and so does the browser’s Back', async ({
  page,
}) => {
  await openVisitAt(page, LAST)
  const toReview = button(page, 'Back to your review')
  await page.getByText('Review your answers').click()
  await changeLink(page, WISH).click()
  await page.getByRole('textbox').fill('Light')
  await button(page, 'Next').click()
  await waitForScreen(page, WISH + 1)
  await expect(toReview).toBeVisible()
  await page.goBack()
  await waitForScreen(page, WISH)
  await page.goBack()
  await expectRow(page, WISH, 'Light')
  await button(page, 'The end').click()
  await button(page, 'Next').click()
  await waitForScreen(page, LAST)
  await expect(heading(page)).toBeFocused()
  await expect(page.locator('.review')).toHaveJSProperty('open', false)
})

const changeLink = (page: Page, screen: number) => page.locator(`#change-${screen}`)

async function expectRow(page: Page, screen: number, answer: string | RegExp) {
  await waitForScreen(page, LAST)
  const link = changeLink(page, screen)
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.review-row', { has: link }).getByRole('definition').first()).toHaveText(answer)
}

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
  for (const { question, answer } of reviewOf(allAnswers(given), BRAND_NAME).flatMap(({ rows }) => rows)) {
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
