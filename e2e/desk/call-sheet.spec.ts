import type { Page } from '@playwright/test'
import { addMember, openDesk, submitProject } from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'
import type { SomeAnswers } from '../support/walker.ts'

const PHONE = { width: 390, height: 844 }

/** Opens a new project as a new person, and returns its id. */
async function openSheet(page: Page, product: Product, given: SomeAnswers = {}) {
  const id = await submitProject(product, given)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.getByRole('heading', { name: 'Contact details' }).waitFor()
  return id
}

test('on a phone, a contact that was not saved is reported beside the buttons', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/api\/desk/)
  await page.setViewportSize(PHONE)
  await openSheet(page, product)
  await button(page, 'Called').click()
  await expect(page.getByText('“Called” was recorded.')).toBeVisible()
  await expect(page.getByText('Last: Called, today')).toBeInViewport({ ratio: 1 })

  await page.context().setOffline(true)
  await button(page, 'Left a message').click()
  const alert = page.getByRole('alert').filter({ hasText: 'This may not have been saved' })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Left a message')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('“Called” was recorded.')).toBeHidden()

  // If only the response is lost, the history shows that the contact was recorded.
  await page.context().setOffline(false)
  await page.route(
    '**/events',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button(page, 'Left a message').click()
  // Live updates bring it once they have reconnected.
  await expect(page.getByText('Last: Left a message')).toBeVisible({ timeout: 15_000 })
  await expect(alert).toHaveCount(0)
})

test('a change that fails after the page was left is reported on the current page', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/events/)
  const id = await openSheet(page, product, { firstName: 'Lena', lastName: 'Left' })
  const { promise: left, resolve: respond } = Promise.withResolvers<void>()
  await page.route(`**/api/desk/projects/${id}/events`, async (route) => {
    await left
    await route.abort()
  })
  await button(page, 'Called').click()
  await page.getByRole('link', { name: 'Unanswered' }).click()
  await expect(heading(page)).toHaveText('Unanswered')
  respond()
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Lena Left: This may not have been saved: Called.' })
  await expect(alert).toBeVisible()
  await page.goBack()
  await expect(alert).toHaveCount(0)
  const doubt = page.getByRole('alert').filter({ hasText: 'This may not have been saved: Called.' })
  await expect(doubt).toBeVisible()
  // As if only the response was lost and the history shows the contact now.
  await page.request.post(`${product.url}/api/desk/projects/${id}/events`, {
    data: { kind: 'contact', how: 'Called' },
  })
  await expect(doubt).toHaveCount(0)
})

test('a second tap right after the first is the same contact; a later one is another', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await openSheet(page, product)
  // The page's clock stands still, so no time passes between the taps.
  await page.clock.pauseAt(Date.now() + 1000)
  const calls = page.getByRole('region', { name: 'History' }).getByText('Called')
  await button(page, 'Called').dblclick()
  await expect(page.getByText('“Called” was recorded.')).toBeVisible()
  await button(page, 'Called').click()
  await button(page, 'E-mailed').click()
  await expect(page.getByText('“E-mailed” was recorded.')).toBeVisible()
  await expect(calls).toHaveCount(1)
  await page.clock.runFor(2000)
  await button(page, 'Called').click()
  await expect(calls).toHaveCount(2)
})

test('a printed call sheet shows full dates and carries the notes', async ({ page, product }) => {
  await openSheet(page, product)
  await page.getByLabel('Note').fill('Ring the side door.')
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ring the side door.')
  await page.emulateMedia({ media: 'print' })
  const paper = await page.locator('main').innerText()
  expect(paper).not.toContain('Today')
  const moment = `[A-Z][a-z]{2} \\d+, ${new Date().getFullYear()}, \\d+:\\d\\d\\s[AP]M`
  expect(paper).toMatch(new RegExp(`Received\\s+${moment}`))
  expect(paper).toMatch(new RegExp(`Printed ${moment}`))
  expect(paper).toContain('Ring the side door.')
  expect(paper).not.toContain('All answers')

  // A phone prints the same page.
  await page.setViewportSize(PHONE)
  const [details, questions] = await Promise.all(
    ['Contact details', 'Questions to ask'].map((name) => page.getByRole('heading', { name }).boundingBox()),
  )
  expect(questions?.y).toBe(details?.y)

  await page.clock.setFixedTime(new Date(2030, 0, 2, 10))
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(/^Printed Jan 2, 2030, 10:00\sAM by Ana Ortiz$/)).toBeVisible()
})
