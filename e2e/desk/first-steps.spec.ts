import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { axeViolations } from '../support/axe-violations.ts'
import { addMember, openDesk, row, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import {
  allAnswers,
  button,
  continueButton,
  heading,
  newId,
  openWithDraft,
  savedDialog,
  submit,
} from '../support/visits.ts'

// One step is done. Its own product, because the inbox has to be empty.
test.use({ settings: { BUSINESS_HOURS: 'Mon-Sat 09:00-17:00' } })

async function expectGood(page: Page) {
  for (const [width, height] of [
    [320, 700],
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await axeViolations(page), `${width} px`).toEqual([])
    // The page follows the width a moment later.
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(beyond, `${width} px`).toBeLessThanOrEqual(0)
  }
}

test('a new owner is led through the first steps, with samples and a test, until a project arrives', async ({
  page,
  product,
}) => {
  test.setTimeout(60_000)
  await openDesk(page, product, { as: await addMember(product) })
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card).toContainText('1 of 5 done')
  await expectGood(page)
  await card.getByRole('link', { name: 'Choose who gets new projects' }).click()
  await expect(page.getByRole('heading', { name: 'Leads' })).toBeFocused()
  await page.goBack()

  await button(page, 'Fill with samples').click()
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(40)
  await expect(heading(page)).toBeFocused()
  await expect(card).toBeVisible()
  await expectGood(page)
  await button(page, 'Remove samples').click()
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)

  const [guide] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('link', { name: 'Open the guide' }).click(),
  ])
  await expect(guide.getByText('START HERE')).toBeVisible()
  const answers = allAnswers({ firstName: 'Tess', lastName: 'Ting' })
  await openWithDraft(guide, { id: newId(), answers, furthest: LAST, open: false })
  await continueButton(guide).click()
  const id = await submit(guide)
  await expect(savedDialog(guide)).toBeVisible()
  await guide.close()

  await expect(row(page, 'Tess Ting').getByText('Test', { exact: true })).toBeVisible()
  await expect(card).toContainText('2 of 5 done')
  const [email] = await product.emails(id)
  expect(email?.headers.get('subject')).toContain('Test')
  await page.getByRole('link', { name: 'Funnel' }).click()
  await expect(page.getByRole('heading', { name: 'No visits in this period' })).toBeVisible()

  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(card).toBeVisible()
  await submitProject(product, { firstName: 'Hal', lastName: 'Owner' })
  await expect(card).toHaveCount(0)
})
