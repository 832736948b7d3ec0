import { remodelTypes } from '../questionnaire/business.ts'
import { addMember, colleague, openDesk, row, submitProject } from './desk.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

const { minor, major, upscale } = remodelTypes

test('a row tells what a project is about', async ({ page, product }) => {
  await submitProject(product, {
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
    `reads as below ${upscale.costRange}`,
    'by next fall',
    'New',
    'Nobody',
    'sent',
  ]) {
    await expect(found).toContainText(words)
  }
  const [status, waiting] = await Promise.all(
    ['.status-mark', '.waiting > span'].map((mark) => found.locator(mark).boundingBox()),
  )
  const endOf = (box: typeof status) => Number(box?.y) + Number(box?.height)
  expect(endOf(status), 'both marks have their words on one line').toBe(endOf(waiting))

  // Paper has no paint, so no words in the colour of a chip.
  await page.emulateMedia({ media: 'print' })
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(found.getByText(upscale.name, { exact: true })).toHaveCSS('color', ink)
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toBeHidden()
})

test('filters and searches, keeps them in the address, and Back takes them back', async ({
  page,
  product,
}) => {
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
    `?${new URLSearchParams({ type: minor.answer, search: 'Filtra' })}`,
  )
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
    'href',
    /projects\.csv\?.*Filtra/,
  )

  await page.getByLabel('Status').selectOption('Won')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('.list-foot')).toContainText('1 project')
  await expect(page.getByLabel('Status')).toHaveValue('')
  await page.goBack()
  await expect(page.locator('.list-foot')).toContainText('2 projects')
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('Filtra')
  await expect(page.locator('.list-foot')).toContainText('2 projects')
})

test('a filter for somebody who was removed, or a type that was, is named and stays with the next one', async ({
  page,
  product,
}) => {
  const at = '?who=gone@example.com&type=Tiny'
  await openDesk(page, product, { as: await addMember(product), at })
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await expect(page.getByLabel('Who has it')).toHaveValue('gone@example.com')
  await expect(page.getByLabel('Type')).toHaveValue('Tiny')
  await page.getByLabel('Status').selectOption('New')
  await expect(page).toHaveURL(/status=New&who=gone.*&type=Tiny/)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

test('days that end before they begin are said to', async ({ page, product }) => {
  const at = '?from=2026-03-02&to=2026-03-01'
  await openDesk(page, product, { as: await addMember(product), at })
  const words = 'Received from is after Received until'
  await expect(page.getByRole('heading', { name: words })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)
})

test('a sample is not said to be e-mailed', async ({ page, product }) => {
  await product.command('sample', '1')
  await openDesk(page, product, { as: await addMember(product) })
  const found = page.getByRole('row').filter({ hasText: 'Sample' })
  await expect(found.getByRole('cell').last()).toHaveText('none')
  await found.getByRole('link').first().click()
  await expect(page.getByRole('definition').filter({ hasText: 'none' })).toHaveText('none')
  await product.command('sample', '--remove')
})

test('one line that stays says how much a filter found, or that it found nothing', async ({
  page,
  product,
}) => {
  const [firstName, lastName] = ['Stella', 'Staying']
  await submitProject(product, { firstName, lastName })
  await openDesk(page, product, { as: await addMember(product), at: `?search=${lastName}` })
  const line = page.getByRole('status').filter({ hasText: /^1 project shown$/ })
  const element = await line.elementHandle()
  const said = () => element?.textContent()
  await page.getByLabel('Status').selectOption('Won')
  await expect.poll(said).toBe('Nothing matches')
  await page.getByLabel('Status').selectOption('New')
  await expect.poll(said).toBe('1 project shown')
  await page.getByLabel('Search').fill('x'.repeat(201))
  await page.getByLabel('Search').press('Enter')
  await expect.poll(said).toBe('')
  expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true)
})

test('opens a project, and Back finds the list as it was left', async ({ page, product }) => {
  await product.command('sample', '70')
  await openDesk(page, product, { as: await addMember(product) })
  await button(page, 'Show more').click()
  await expect(page.getByRole('row')).not.toHaveCount(51)
  // A row may lead to others of the same e-mail too, after its name.
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
  await product.command('sample', '--remove')
})

test('a new project is announced, and shown when asked for', async ({ page, product, expectTrouble }) => {
  expectTrouble(/api\/desk\/projects/)
  await submitProject(product, { firstName: 'Oldton', lastName: 'Listed' })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(row(page, 'Oldton Listed')).toBeVisible()
  await submitProject(product, { firstName: 'Newton', lastName: 'Arrival' })
  const show = page.getByRole('button', { name: /new projects? – show/ })
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

test('a project that comes while the list is on its way is announced too', async ({ page, product }) => {
  const as = await addMember(product)
  await submitProject(product, { firstName: 'Erla', lastName: 'Before' })
  const line = page.waitForResponse(/api\/desk\/changes/, { timeout: 30_000 })
  const arrives = (lastName: string) =>
    page.route(
      /api\/desk\/projects(\?|$)/,
      async (route) => {
        const response = await route.fetch()
        await line
        await submitProject(product, { firstName: 'Erla', lastName })
        // The server looks every two seconds, and the page gathers what it hears for a moment.
        await page.waitForTimeout(3000)
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  // The three seconds come first.
  const late = { timeout: 15_000 }
  await arrives('First')
  await openDesk(page, product, { as })
  const show = page.getByRole('button', { name: '1 new project – show' })
  await expect(show).toBeVisible(late)
  await expect(row(page, 'Erla First')).toBeHidden()
  await arrives('Second')
  await show.click()
  await expect(row(page, 'Erla First')).toBeVisible(late)
  await expect(row(page, 'Erla Second').or(show)).toBeVisible()
})

test('what somebody else erases, or takes out of the filter, is not counted as new', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/404.*projects/)
  await product.command('sample', '60')
  const listed = await submitProject(product, { firstName: 'Lis', lastName: 'Listed' })
  const as = await addMember(product)
  // With signing in and opening the page.
  const isCounted = () => page.waitForResponse(/projects\?sort=newest$/, { timeout: 30_000 })
  const opened = isCounted()
  await openDesk(page, product, { as })
  const rival = await colleague(product, await addMember(product, 'Ben Wu'))
  const arrivals = page.locator('.arrivals')
  await expect(row(page, 'Lis Listed')).toBeVisible()
  await opened
  // The 51st project comes up to where the list ended; it is not new, and neither is anything else.
  const counted = isCounted()
  await rival.erase(listed, 'Listed')
  await expect(row(page, 'Lis Listed')).toHaveCount(0)
  const { projects } = await (await counted).json()
  await page.waitForTimeout(100)
  await expect(arrivals).toHaveText('')
  const countedAgain = isCounted()
  await rival.change(projects.at(-1).id, () => ({ kind: 'note', text: 'Not new' }))
  await countedAgain
  await page.waitForTimeout(100)
  await expect(arrivals).toHaveText('')

  const unseen = await submitProject(product, { firstName: 'Una', lastName: 'Unseen' })
  await submitProject(product, { firstName: 'Stan', lastName: 'Staying' })
  await expect(arrivals).toHaveText('2 new projects – show')
  await rival.erase(unseen, 'Unseen')
  await expect(arrivals).toHaveText('1 new project – show')

  await page.goto('/desk?status=New')
  await expect(row(page, 'Stan Staying')).toBeVisible()
  const called = await submitProject(product, { firstName: 'Cal', lastName: 'Called' })
  await expect(arrivals).toHaveText('1 new project – show')
  await rival.change(called, () => ({ kind: 'contact', how: 'Called' }))
  await expect(arrivals).toHaveText('')
  await product.command('sample', '--remove')
})

test('a search that is too long says so, and keeps what was typed', async ({ page, product }) => {
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
  await expect(page.locator('.list-foot, .empty').first()).toBeVisible()
})

test('what somebody else changes changes in its row, until the filter is chosen anew', async ({
  page,
  browser,
  product,
}) => {
  const id = await submitProject(product, { firstName: 'Sharon', lastName: 'Shared' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Shared' })
  const who = page.getByLabel('Who has it')
  await who.selectOption('Nobody')
  await expect(row(page, 'Sharon Shared')).toContainText('New')
  const other = await browser.newContext({ baseURL: product.url })
  const theirs = await other.newPage()
  await openDesk(theirs, product, { as: await addMember(product, 'Ben Wu'), at: `/projects/${id}` })
  await button(theirs, 'Take it').click()
  await expect(row(page, 'Sharon Shared')).toContainText('Ben Wu')
  await other.close()

  await who.selectOption('Anybody')
  await page.goBack()
  await expect(row(page, 'Sharon Shared')).toContainText('Ben Wu')
  await who.selectOption('Anybody')
  await who.selectOption('Nobody')
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

test('the same street as another project is flagged with a link to it', async ({ page, product }) => {
  const street = '77 Twin Pines Road'
  await submitProject(product, {
    firstName: 'First',
    lastName: 'Twin',
    streetAddress: street,
    email: 'first.twin@example.com',
  })
  await submitProject(product, {
    firstName: 'Second',
    lastName: 'Twin',
    streetAddress: street,
    email: 'second.twin@example.com',
  })
  await openDesk(page, product, { as: await addMember(product) })
  await row(page, 'Second Twin').getByRole('link', { name: 'Same street as First Twin' }).click()
  await expect(heading(page)).toHaveText('First Twin')
})
