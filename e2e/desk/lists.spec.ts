import { addMember, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { heading } from '../support/visits.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }

test('Filter and sort counts the active filters, and Clear resets them', async ({ page, product }) => {
  await page.setViewportSize(TABLET)
  await openDesk(page, product, { as: await addMember(product), at: '?search=oak' })
  const summary = page.locator('summary')
  const clear = page.getByRole('link', { name: 'Clear' })
  await expect(summary).toHaveText('Filter and sort')
  await clear.click()
  await expect(page.getByLabel('Search')).toHaveValue('')
  await expect(clear).toHaveCount(0)
  await expect(heading(page)).toBeFocused()

  await summary.click()
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(summary).toHaveText('Filter and sort (1)')
  await page.getByLabel('Status').selectOption('New')
  await expect(summary).toHaveText('Filter and sort (2)')
  await clear.click()
  await expect(summary).toHaveText('Filter and sort')
  expect(page.url()).toMatch(/\/desk$/)
})

test('Filter and sort stays open while the keyboard moves through its fields', async ({ page, product }) => {
  await page.setViewportSize(TABLET)
  await openDesk(page, product, { as: await addMember(product) })
  await page.locator('summary').press('Enter')
  await page.keyboard.press('Tab')
  const status = page.getByLabel('Status')
  await expect(status).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('summary')).toHaveText('Filter and sort (1)')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('summary')).toHaveText('Filter and sort')
  await expect(status).toBeFocused()
  await expect(status).toBeVisible()

  // A wide window has no button to open it again, so it is always shown there.
  await page.keyboard.press('ArrowDown')
  await page.locator('summary').press('Enter')
  await expect(status).toBeHidden()
  await page.setViewportSize({ width: 1300, height: 900 })
  await expect(status).toBeVisible()
})

test('the funnel shows its days and its tables', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/#start')
  await heading(page).waitFor()
  await page.goto('about:blank')
  await openDesk(page, product, { as: await addMember(product), at: '/funnel' })
  const days = page.getByRole('table', { name: 'By day' }).getByRole('rowheader')
  const visits = page.getByRole('definition').filter({ hasText: 'in the previous 28 days' })
  await expect(visits).toHaveCount(3)
  await expect(page.getByLabel('Until')).not.toHaveValue('')
  // The details begin on the second screen of a phone at the latest.
  expect((await page.locator('summary').first().boundingBox())?.y).toBeLessThan(2 * PHONE.height)

  await page.getByRole('button', { name: 'Show' }).focus()
  for (const column of ['Screen', 'Source', 'Day']) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  }
  await expect(days).toHaveCount(2)
  await expect(days.last()).toHaveText(/^[A-Z][a-z]+ \d+–.*: no visits$/)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('figure li i').first()).toHaveCSS('outline-color', 'rgb(255, 255, 255)')

  await page.getByLabel('From').fill('2026-01-05')
  await page.getByLabel('Until').fill('2026-01-06')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'No visits in this period' })).toBeVisible()
  // A status, because the focus stays on Show.
  await expect(page.getByRole('status').filter({ hasText: 'No visits in' })).toHaveCount(1)
  await page.getByLabel('From').fill('2026-01-07')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: '“From” is later than “Until”' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(visits).toHaveCount(3)
  await expect(page.getByLabel('From')).not.toHaveValue('2026-01-05')
  await expect(page.getByLabel('From')).not.toHaveValue('')
})
