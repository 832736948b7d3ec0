import type { Page } from '@playwright/test'
import { addMember, colleague, openDesk, openProject, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

/** Presses a button with the Enter key held a little too long. */
async function pressByKey(page: Page, name: RegExp | string) {
  await page.getByRole('button', { name }).focus()
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

/** The accessible name that the browser reports: not every tool derives a row's name from its cells. */
async function nameOfFocused(page: Page): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  await browser.detach()
  const focused = nodes.findLast(({ properties }) => properties?.some(({ name }) => name === 'focused'))
  return String(focused?.name?.value)
}

test('Show all focuses the first newly shown row', async ({ page, product }) => {
  for (let count = 0; count < 22; count++) await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: '/unanswered' })
  await pressByKey(page, /^Show all/)
  await expect(page.getByRole('row').nth(21)).toBeFocused()
  await expect(page.getByRole('row').nth(21)).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('row').nth(21).getByRole('link').first()).toBeFocused()
  await expect(heading(page)).toHaveText('Unanswered')

  // All rows are still shown after coming back from a project.
  await page.keyboard.press('Enter')
  await expect(heading(page)).not.toHaveText('Unanswered')
  await page.goBack()
  await expect(page.getByRole('row').nth(21)).toBeFocused()
})

test('the last Show more focuses the first newly shown row', async ({ page, product }) => {
  await product.sample('60')
  await openDesk(page, product, { as: await addMember(product), at: '?sort=oldest' })
  const more = button(page, 'Show more')
  const rows = page.getByRole('row')
  // The first row has the column headings.
  let shown = 51
  await expect(rows).toHaveCount(shown)
  await page.context().setOffline(true)
  await more.press('Enter')
  await expect(page.locator('.list-foot').getByText('No connection to the server.')).toBeInViewport()
  await page.context().setOffline(false)
  // The connection for live updates returns after a moment.
  await expect(page.getByText('No connection to the server.')).toHaveCount(0, { timeout: 15_000 })
  while (await more.isVisible()) {
    shown = await rows.count()
    await more.press('Enter')
    await expect(rows.nth(shown)).toBeVisible()
  }
  await expect(rows.nth(shown)).toBeFocused()
  await product.sample('--remove')
})

test('a control that disappears hands the focus to the heading', async ({ page, product, expectErrors }) => {
  expectErrors(/api\/desk/)
  await openDesk(page, product, { as: await addMember(product), at: '?search=nobody+is+called+so' })
  await page.getByRole('link', { name: 'Show all projects' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Show all projects' })).toHaveCount(0)
  await expect(heading(page)).toBeFocused()

  await page.route('**/api/desk/audit', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await button(page, 'Try again').press('Enter')
  await expect(page.getByRole('list', { name: 'Audit' })).toBeVisible()
  await expect(heading(page)).toBeFocused()

  // The same when the network returns and the page recovers by itself.
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Unanswered' }).click()
  await button(page, 'Try again').first().focus()
  await page.context().setOffline(false)
  await expect(button(page, 'Try again')).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

test('a resolved conflict focuses the field it was about', async ({ page, product, expectErrors }) => {
  expectErrors(/409.*events/)
  const id = await openProject(page, product)
  const ben = await addMember(product, 'Ben Wu')
  const rival = await colleague(product, ben)
  const question = page.getByText('This was changed elsewhere in the meantime')

  await page.getByLabel('Status').selectOption('Won')
  await rival.change(id, ({ version }) => ({ kind: 'status', to: 'Contacted', reason: '', version }))
  await button(page, 'Save status').press('Enter')
  await button(page, 'Keep Contacted').press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Status')).toBeFocused()

  await page.getByLabel('Assigned to').selectOption('Ana Ortiz')
  await rival.change(id, ({ version }) => ({ kind: 'assigned', to: ben.email, version }))
  await button(page, 'Assign').press('Enter')
  await button(page, 'Keep Ben Wu').press('Enter')
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Assigned to')).toBeFocused()
})

test('Back from a project focuses its row in the list, also on a phone', async ({ page, product }) => {
  for (let index = 0; index < 12; index++)
    await submitProject(product, { firstName: `Una ${index}`, lastName: 'Returned' })
  const as = await addMember(product)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await openDesk(page, product, { as, at: '?search=Returned' })
    const link = page.getByRole('link', { name: 'Una 1 Returned', exact: true })
    const line = page.getByRole('row').or(page.getByRole('listitem')).filter({ has: link })
    for (const goBack of [
      () => page.getByRole('main').getByRole('link', { name: 'Inbox' }).press('Enter'),
      () => page.goBack(),
    ]) {
      await link.press('Enter')
      await expect(heading(page)).toHaveText('Una 1 Returned')
      await goBack()
      await expect(line).toBeFocused()
      expect(await nameOfFocused(page)).toContain('Una 1 Returned')
      await expect(link).toBeInViewport()
    }
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
  }
})

test('a project that leaves the list hands the focus to the next one', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/404.*projects/)
  const lastName = 'Nextly'
  const cem = await submitProject(product, { firstName: 'Cem', lastName })
  const bea = await submitProject(product, { firstName: 'Bea', lastName })
  await submitProject(product, { firstName: 'Abe', lastName })
  await openDesk(page, product, { as: await addMember(product), at: `?search=${lastName}` })
  const rival = await colleague(product, await addMember(product, 'Ben Wu'))
  const link = (name: string) => page.getByRole('link', { name: `${name} ${lastName}`, exact: true })
  const focused = page.locator('tr:focus, li:focus')

  await link('Bea').focus()
  await rival.erase(bea, lastName)
  await expect(link('Bea')).toHaveCount(0)
  await expect(focused).toContainText(`Cem ${lastName}`)
  await link('Cem').focus()
  await rival.erase(cem, lastName)
  await expect(link('Cem')).toHaveCount(0)
  await expect(focused).toContainText(`Abe ${lastName}`)
})
