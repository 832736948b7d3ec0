import type { Page } from '@playwright/test'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { reviewOf } from '../../questionnaire/review.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { axeViolations, expectAccessible } from '../support/axe-violations.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import {
  allAnswers,
  blockStorage,
  button,
  openVisitAt,
  printedPages,
  savedDialog,
  submit,
} from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

test.use({ settings: { HOMEOWNER_COPY: 'on', SITE_URL: 'https://kitchens.example' } })

test('a homeowner sees, prints, changes and deletes their project', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/410/)
  const { id, path, email } = await openBrief(page, product)
  for (const { question, answer } of reviewOf(allAnswers({ email }), BRAND_NAME).flatMap(
    ({ rows }) => rows,
  )) {
    const row = page.locator('dl > div', { has: page.getByText(question, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText(answer || '–')
  }
  await expect(page.getByText('We are open Monday to Friday, 8 AM to 6 PM.')).toBeVisible()
  await expect(page.getByText('Received', { exact: true })).toHaveAttribute('aria-current', 'step')
  expect(await printedPages(page, 'Letter')).toBeLessThanOrEqual(2)

  await button(page, 'Change my answers').click()
  await waitForScreen(page, LAST)
  await expect(page.getByText('Review your answers')).toBeFocused()
  await page.getByRole('link', { name: 'Change Name, email, address' }).click()
  await waitForScreen(page, firstAsking('city'))
  await page.getByLabel('City').fill('Newtown')
  await button(page, 'Back to your review').click()
  await waitForScreen(page, LAST)
  expect(await submit(page)).toBe(id)
  await expect(savedDialog(page)).toBeVisible()
  await expect(page.getByText('on its way')).toHaveCount(0)
  expect(product.projects(id).map(({ answers }) => answers.city)).toEqual(['Newtown'])

  await page.goto(path)
  await expect(page.getByText('Newtown')).toBeVisible()
  await button(page, 'Delete my answers').click()
  await button(page, 'Keep them').click()
  expect(product.projects(id)).toHaveLength(1)
  await button(page, 'Delete my answers').click()
  await button(page, 'Delete them').click()
  await expect(page.getByRole('heading', { name: 'Your answers were deleted' })).toBeVisible()
  await expect(page.getByText('Newtown')).toBeHidden()
  expect(product.projects(id)).toEqual([])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(page)
})

test('a brief is accessible and fits every window', async ({ page, product }) => {
  await openBrief(page, product)
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await axeViolations(page), `${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width)
    await button(page, 'Delete my answers').click()
    expect(await axeViolations(page), `${width}, asking`).toEqual([])
    await button(page, 'Keep them').click()
  }
})

test('a failed deletion shows a message, and nothing is deleted', async ({ page, product, expectErrors }) => {
  expectErrors(/api.briefs/)
  const { id } = await openBrief(page, product)
  await page.route('**/api/briefs/*', (route) => route.abort())
  await button(page, 'Delete my answers').click()
  await button(page, 'Delete them').click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Try again later.')
  await expect(button(page, 'Delete my answers')).toBeEnabled()
  expect(product.projects(id)).toHaveLength(1)
})

test('without storage the answers cannot be changed, and the page says so', async ({ page, product }) => {
  const { path } = await openBrief(page, product)
  await blockStorage(page)
  await page.goto(path)
  await button(page, 'Change my answers').click()
  await expect(page.getByRole('alert')).toHaveText(/^Your browser blocks storage/)
  await expect(button(page, 'Change my answers')).toBeEnabled()
  expect(new URL(page.url()).pathname).toBe(path)
})

/** Submits a project and opens the link of its copy. */
async function openBrief(page: Page, product: Product) {
  const email = `jane${Date.now()}@home.example`
  await openVisitAt(page, LAST, { email })
  const id = await submit(page)
  await expect(savedDialog(page)).toBeVisible()
  await expect(page.getByText(`A copy is on its way to ${email}.`)).toBeVisible()
  const linkOf = async () => {
    const copy = (await product.emailsTo(email)).at(0)
    return /https:\/\/kitchens\.example(\/brief\/\S+)/.exec(copy?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(linkOf, { timeout: 15_000 }).not.toBe('')
  const path = await linkOf()
  await page.goto(path)
  return { id, path, email }
}
