import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts'
import { addMember, openDesk, submitProject } from '../support/desk.ts'
import { test as base, expect } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

/** The product on a real PostgreSQL; where there is none, on its own store, and the tests are skipped. */
const test = base.extend<object, { postgres: TestPostgres | string }>({
  postgres: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const postgres = await startPostgres()
      if (typeof postgres === 'string') console.log(`SKIPPED, the desk on PostgreSQL: ${postgres}`)
      await use(postgres)
      if (typeof postgres !== 'string') await postgres.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  settings: [
    async ({ postgres }, use) => {
      await use(typeof postgres === 'string' ? {} : { DATABASE_URL: await postgres.newDatabase() })
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(({ postgres }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only where there is no PostgreSQL, and it says so
  test.skip(typeof postgres === 'string', String(postgres))
})

test('on PostgreSQL a project can be found, changed by two people, exported and erased', async ({
  page,
  browser,
  product,
}) => {
  const id = await submitProject(product, { firstName: 'Greta', lastName: 'Elephant', city: 'Troy' })
  await product.command('sample', '60')
  await openDesk(page, product, { as: await addMember(product) })
  await expect(page.locator('.list-foot')).toContainText('50 projects')
  await button(page, 'Show more').click()
  await expect(page.locator('.list-foot')).toHaveText('All 61 projects shown')
  await page.getByLabel('Search').fill('elephant tro')
  await page.getByLabel('Search').press('Enter')
  await expect(page.locator('.list-foot')).toHaveText('1 project shown')
  const row = page.getByRole('row').filter({ hasText: 'Greta Elephant' })
  await expect(row).toContainText('New')

  const other = await browser.newContext({ baseURL: product.url })
  const theirs = await other.newPage()
  await openDesk(theirs, product, { as: await addMember(product, 'Ben Wu'), at: `/projects/${id}` })
  await button(theirs, 'Called').click()
  await expect(theirs.getByRole('region', { name: 'History' })).toContainText('Called')
  await button(theirs, 'Assign to me').click()
  await expect(row).toContainText('Ben Wu')
  await expect(row).toContainText('Contacted')

  const csv = await (await page.request.get('/api/desk/projects.csv?search=elephant')).text()
  expect(csv).toContain('Elephant')
  expect(csv).toContain('End of 1 projects')
  for (const place of ['Unanswered', 'Funnel', 'Deliveries', 'Audit']) {
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place }).click()
    await expect(heading(page)).toHaveText(place)
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }

  await theirs.getByText('Erase this project').click()
  await theirs.getByLabel('Type the last name').fill('Elephant')
  await button(theirs, 'Erase for good').click()
  await expect(heading(theirs)).toHaveText('Inbox')
  await expect(theirs.getByText('Greta Elephant')).toHaveCount(0)
  await other.close()
})
