import type { Page } from '@playwright/test'
import { addMember, colleague, hold, openDesk, row, submitProject } from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

const LINE = /api\/desk\/changes/
const FIRST_PAGE = /api\/desk\/projects\?$/
const FURTHER_PAGE = /api\/desk\/projects\?.*cursor=/
const NEWEST = /api\/desk\/projects\?.*sort=newest/

const arrivals = (page: Page) => page.locator('.arrivals')

/** Opens the inbox, and waits until it has counted what its line told of when it opened. */
async function openInbox(page: Page, product: Product, at = '') {
  const as = await addMember(product)
  // With signing in and opening the page.
  const counted = page.waitForResponse(NEWEST, { timeout: 30_000 })
  await openDesk(page, product, { as, at })
  await counted
}

test('what came while a project was open, or another list, is announced on return', async ({
  page,
  product,
}) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Wayward' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Wayward' })
  await page.getByRole('link', { name: 'Abe Wayward', exact: true }).click()
  await expect(heading(page)).toHaveText('Abe Wayward')
  await submitProject(product, { firstName: 'Bea', lastName: 'Wayward' })
  // Longer than the server takes to tell of it: nobody there wants to know.
  await page.waitForTimeout(3000)
  await page.goBack()
  await expect(arrivals(page)).toHaveText('1 new project – show')

  await page.getByRole('link', { name: 'Deliveries' }).click()
  await expect(heading(page)).toHaveText('Deliveries')
  await submitProject(product, { firstName: 'Cem', lastName: 'Wayward' })
  await page.waitForTimeout(3000)
  await page.goBack()
  await expect(arrivals(page)).toHaveText('2 new projects – show')
  await button(page, '2 new projects – show').click()
  await expect(row(page, 'Bea Wayward')).toBeVisible()
  await expect(row(page, 'Cem Wayward')).toBeVisible()
})

test('what nobody told of is announced within a minute', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Untold' })
  // A line that opens and then says nothing.
  await page.addInitScript(() => {
    Object.assign(window, {
      EventSource: class {
        close() {}
      },
    })
  })
  await page.clock.install()
  await openDesk(page, product, { as: await addMember(product), at: '?search=Untold' })
  await expect(row(page, 'Abe Untold')).toBeVisible()
  await submitProject(product, { firstName: 'Bea', lastName: 'Untold' })
  await page.clock.fastForward('01:01')
  await expect(arrivals(page)).toHaveText('1 new project – show')
})

test('what came between the list and the opening of the line is announced', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Between' })
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(LINE, async (route) => {
    await isFree
    await route.continue()
  })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Between' })
  await expect(row(page, 'Abe Between')).toBeVisible()
  await submitProject(product, { firstName: 'Bea', lastName: 'Between' })
  letGo()
  await expect(arrivals(page)).toHaveText('1 new project – show')
})

test('a further page that comes late leaves what somebody else changed', async ({ page, product }) => {
  await product.command('sample', '60')
  const id = await submitProject(product, { firstName: 'Una', lastName: 'Altered' })
  await openDesk(page, product, { as: await addMember(product) })
  const rival = await colleague(product, await addMember(product, 'Ben Wu'))
  await expect(row(page, 'Una Altered')).toContainText('New')

  const altered = await hold(page, FURTHER_PAGE)
  await button(page, 'Show more').click()
  await altered.isHeld
  await rival.change(id, ({ version }) => ({ kind: 'status', to: 'Contacted', reason: '', version }))
  await expect(row(page, 'Una Altered')).toContainText('Contacted')
  altered.letGo()
  await expect(page.getByRole('row')).not.toHaveCount(51)
  await expect(row(page, 'Una Altered')).toContainText('Contacted')
  await product.command('sample', '--remove')
})

test('a further page that comes late leaves what was shown since', async ({ page, product }) => {
  await product.command('sample', '60')
  await openDesk(page, product, { as: await addMember(product) })
  await expect(page.getByRole('row')).toHaveCount(51)
  const overtaken = await hold(page, FURTHER_PAGE)
  await button(page, 'Show more').click()
  await overtaken.isHeld
  await submitProject(product, { firstName: 'Nora', lastName: 'Newcome' })
  await button(page, '1 new project – show').click()
  await expect(row(page, 'Nora Newcome')).toBeVisible()
  const late = page.waitForResponse(FURTHER_PAGE)
  overtaken.letGo()
  await (await late).finished()
  await page.waitForTimeout(100)
  await expect(row(page, 'Nora Newcome')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
  await button(page, 'Show more').click()
  await expect(page.getByRole('row')).not.toHaveCount(51)
  await product.command('sample', '--remove')
})

test('a further page that comes during a look at the first is not asked for row by row', async ({
  page,
  product,
}) => {
  await product.command('sample', '60')
  await openInbox(page, product)
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await expect(heading(page)).toHaveText('Deliveries')
  const look = await hold(page, FIRST_PAGE)
  await page.goBack()
  await look.isHeld
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await button(page, 'Show more').click()
  await expect(page.getByRole('row')).not.toHaveCount(51)
  const counted = page.waitForResponse(NEWEST)
  look.letGo()
  await counted
  expect(asked.filter((url) => /projects\/./.test(url))).toEqual([])
  await product.command('sample', '--remove')
})

test('what is shown already is not counted when the count comes late', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Counted' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Counted' })
  await expect(row(page, 'Abe Counted')).toBeVisible()
  await submitProject(product, { firstName: 'Bea', lastName: 'Counted' })
  const show = button(page, '1 new project – show')
  await expect(show).toBeVisible()
  const count = await hold(page, NEWEST)
  await submitProject(product, { firstName: 'Cem', lastName: 'Counted' })
  await count.isHeld
  await show.click()
  await expect(row(page, 'Cem Counted')).toBeVisible()
  await expect(arrivals(page)).toHaveText('')
  const late = page.waitForResponse(NEWEST)
  count.letGo()
  await (await late).finished()
  await page.waitForTimeout(100)
  await expect(arrivals(page)).toHaveText('')
})

test('an empty list shows what comes by itself', async ({ page, product }) => {
  await openDesk(page, product, { as: await addMember(product), at: '?search=Pioneer' })
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all projects' }).focus()
  await submitProject(product, { firstName: 'Piet', lastName: 'Pioneer' })
  await expect(row(page, 'Piet Pioneer')).toBeVisible()
  await expect(arrivals(page)).toHaveText('')
  await expect(heading(page)).toBeFocused()
})

test('a look that comes late leaves what somebody changed since', async ({ page, product }) => {
  const id = await submitProject(product, { firstName: 'Una', lastName: 'Overtaken' })
  await openInbox(page, product, '?search=Overtaken')
  const rival = await colleague(product, await addMember(product, 'Ben Wu'))
  await expect(row(page, 'Una Overtaken')).toContainText('New')
  const look = await hold(page, /api\/desk\/projects\?search=Overtaken$/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await look.isHeld
  await rival.change(id, ({ version }) => ({ kind: 'status', to: 'Contacted', reason: '', version }))
  await expect(row(page, 'Una Overtaken')).toContainText('Contacted')
  const counted = page.waitForResponse(NEWEST)
  look.letGo()
  await counted
  expect(await row(page, 'Una Overtaken').innerText()).toContain('Contacted')
})

test('of two wishes to see what is new the second one is shown', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Twice' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Twice' })
  await expect(row(page, 'Abe Twice')).toBeVisible()
  await submitProject(product, { firstName: 'Bea', lastName: 'Twice' })
  await expect(arrivals(page)).toHaveText('1 new project – show')
  const first = await hold(page, /api\/desk\/projects\?search=Twice$/)
  await button(page, '1 new project – show').click()
  await first.isHeld
  await submitProject(product, { firstName: 'Cem', lastName: 'Twice' })
  await button(page, '1 new project – show').click()
  await expect(row(page, 'Cem Twice')).toBeVisible()
  const late = page.waitForResponse(/api\/desk\/projects\?search=Twice$/)
  first.letGo()
  await late
  await page.waitForTimeout(300)
  await expect(row(page, 'Cem Twice')).toBeVisible()
})

test('a list that could not be had comes by itself once the server answers again', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/503.*api\/desk/)
  await submitProject(product, { firstName: 'Una', lastName: 'Restarted' })
  const fail = (url: RegExp) => page.route(url, (route) => route.fulfill({ status: 503 }))
  await fail(LINE)
  await fail(/api\/desk\/projects\?/)
  await page.clock.install()
  await openDesk(page, product, { as: await addMember(product), at: '?search=Restarted' })
  await expect(page.getByRole('alert')).toContainText('Something went wrong on the server.')
  await button(page, 'Try again').focus()
  await page.clock.fastForward('01:01')
  await page.waitForResponse(/api\/desk\/projects\?/)
  await expect(button(page, 'Try again')).toBeFocused()
  await page.unrouteAll()
  await page.clock.fastForward('01:01')
  await expect(row(page, 'Una Restarted')).toBeVisible()
})
