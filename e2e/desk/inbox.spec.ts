import { defaultPrices, remodelTypes } from '../../questionnaire/business.ts'
import { addMember, openDesk, row, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

const { minor, major, upscale } = remodelTypes

test('a row summarizes a project, and links to another one of the same street', async ({ page, product }) => {
  const streetAddress = '77 Twin Pines Road'
  const twin = await submitProject(product, {
    streetAddress,
    firstName: 'First',
    lastName: 'Twin',
    email: 'a@b.c',
  })
  await submitProject(product, {
    streetAddress,
    firstName: 'Rowena',
    lastName: 'Row',
    city: 'Rowley',
    typeOfKitchenRemodel: upscale.answer,
    budget: 'about 30k',
    timeFrame: 'by next fall',
  })
  await openDesk(page, product, { as: await addMember(product) })
  const found = row(page, 'Rowena Row')
  for (const words of [
    'Rowley',
    upscale.name,
    'about 30k',
    `Below the usual ${defaultPrices.upscale}`,
    'by next fall',
    'New',
    'Unassigned',
    'sent',
  ]) {
    await expect(found).toContainText(words)
  }
  const related = found.getByRole('link', { name: 'Same street as First Twin' })
  await expect(related).toHaveAttribute('href', `/desk/projects/${twin}`)
  const [status, waiting] = await Promise.all(
    [found.getByText('New', { exact: true }), found.locator('svg + span')].map((mark) => mark.boundingBox()),
  )
  const endOf = (box: typeof status) => Number(box?.y) + Number(box?.height)
  expect(endOf(status), 'both marks have their words on one line').toBe(endOf(waiting))

  // Backgrounds are not printed, so text in the color of a chip would be unreadable.
  await page.emulateMedia({ media: 'print' })
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(found.getByText(upscale.name, { exact: true })).toHaveCSS('color', ink)
  await expect(page.getByRole('link', { name: 'Export for programs' })).toBeHidden()
})

test('filters and search are part of the address, and Back undoes them', async ({ page, product }) => {
  await submitProject(product, {
    firstName: 'Filtra',
    lastName: 'Minor',
    typeOfKitchenRemodel: minor.answer,
  })
  await submitProject(product, {
    firstName: 'Filtra',
    lastName: 'Major',
    typeOfKitchenRemodel: major.answer,
  })
  await openDesk(page, product, { as: await addMember(product) })
  await page.getByLabel('Search').fill('Filtra')
  await page.getByLabel('Search').press('Enter')
  await expect(page.locator('.list-foot')).toHaveText('All 2 projects shown')
  await page.getByLabel('Type').selectOption(minor.name)
  await expect(page.locator('.list-foot')).toHaveText('1 project shown')
  await expect(row(page, 'Filtra Minor')).toBeVisible()
  expect(page.url().split('/desk')[1]).toBe(
    `?${new URLSearchParams({ search: 'Filtra', type: minor.answer })}`,
  )
  await expect(page.getByRole('link', { name: 'Export for programs' })).toHaveAttribute(
    'href',
    /projects\.csv\?.*Filtra/,
  )

  await page.getByLabel('Status').selectOption('Won')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No matching projects' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('.list-foot')).toContainText('1 project')
  await expect(page.getByLabel('Status')).toHaveValue('')
  await page.goBack()
  await expect(page.locator('.list-foot')).toContainText('2 projects')
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('Filtra')
  await expect(page.locator('.list-foot')).toContainText('2 projects')
})

test('a status line announces how many projects a filter found', async ({ page, product }) => {
  const [firstName, lastName] = ['Stella', 'Staying']
  await submitProject(product, { firstName, lastName })
  await openDesk(page, product, { as: await addMember(product), at: `?search=${lastName}` })
  const line = page.getByRole('status').filter({ hasText: /^1 project shown$/ })
  const element = await line.elementHandle()
  const statusText = () => element?.textContent()
  await page.getByLabel('Status').selectOption('Won')
  await expect.poll(statusText).toBe('No matching projects')
  await page.getByLabel('Status').selectOption('New')
  await expect.poll(statusText).toBe('1 project shown')
  await page.getByLabel('Search').fill('x'.repeat(201))
  await page.getByLabel('Search').press('Enter')
  await expect.poll(statusText).toBe('')
  expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true)
})

test('Back from a project finds the list as it was left', async ({ page, product }) => {
  await product.sample('70')
  await openDesk(page, product, { as: await addMember(product) })
  await button(page, 'Show more').click()
  await expect(page.getByRole('row')).not.toHaveCount(51)
  // After the name, a row may link to other projects of the same email address.
  const name = page.getByRole('rowheader').nth(60).getByRole('link').first()
  await name.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  const words = (await name.textContent()) ?? ''
  await name.click()
  await expect(heading(page)).toHaveText(words)
  await expect(heading(page)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(name).toHaveText(words)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 40)
  await product.sample('--remove')
})

test('a new project is announced, and shown on request', async ({ page, product, expectErrors }) => {
  expectErrors(/api\/desk\/projects/)
  await submitProject(product, { firstName: 'Oldton', lastName: 'Listed' })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(row(page, 'Oldton Listed')).toBeVisible()
  await submitProject(product, { firstName: 'Newton', lastName: 'Arrival' })
  const show = page.getByRole('button', { name: /^Show .* new projects?$/ })
  await expect(show).toBeVisible()
  await expect(row(page, 'Newton Arrival')).toBeHidden()
  await show.click()
  await expect(row(page, 'Newton Arrival')).toBeVisible()

  await submitProject(product, { firstName: 'Nexton', lastName: 'Arrival' })
  await expect(show).toBeVisible()
  await button(page, 'Search').click()
  await expect(row(page, 'Nexton Arrival')).toBeVisible()

  await page.route(/api\/desk\/projects\?/, (route) => route.abort())
  await button(page, 'Search').click()
  await expect(page.getByText('No connection to the server.').first()).toBeVisible()
  await expect(row(page, 'Nexton Arrival')).toBeVisible()
})

test('a search that is too long is rejected with a message and kept in the field', async ({
  page,
  product,
}) => {
  await openDesk(page, product, { as: await addMember(product) })
  const long = 'oak '.repeat(51).trim()
  await page.getByLabel('Search').fill(long)
  await page.getByLabel('Search').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This search is too long' })).toHaveText(
    'This search is too long. Search for 200 characters at most; a few words are enough.',
  )
  await expect(page.getByLabel('Search')).toHaveValue(long)
  await page.getByLabel('Search').fill('oak')
  await page.getByLabel('Search').press('Enter')
  await expect(page.getByText('This search is too long')).toHaveCount(0)
  await expect(
    page
      .getByRole('table')
      .or(page.getByRole('heading', { level: 2 }))
      .first(),
  ).toBeVisible()
})

test('a change by a colleague appears in its row', async ({ page, browser, product }) => {
  const id = await submitProject(product, { firstName: 'Sharon', lastName: 'Shared' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Shared' })
  const who = page.getByLabel('Assigned to')
  await who.selectOption('Unassigned')
  await expect(row(page, 'Sharon Shared')).toContainText('New')
  const other = await browser.newContext({ baseURL: product.url })
  const theirs = await other.newPage()
  await openDesk(theirs, product, { as: await addMember(product, 'Ben Wu'), at: `/projects/${id}` })
  await button(theirs, 'Assign to me').click()
  await expect(row(page, 'Sharon Shared')).toContainText('Ben Wu')
  await other.close()

  await who.selectOption('Anyone')
  await page.goBack()
  await expect(row(page, 'Sharon Shared')).toContainText('Ben Wu')
  await who.selectOption('Anyone')
  await who.selectOption('Unassigned')
  await expect(page.getByRole('heading', { name: 'No matching projects' })).toBeVisible()
})
