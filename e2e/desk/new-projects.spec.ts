import type { Page } from '@playwright/test'
import { addMember, openDesk, row, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

const LIVE_UPDATES = /api\/desk\/changes/

test('projects that arrive while another page is open are announced on return', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Abe', lastName: 'Wayward' })
  await openDesk(page, product, { as: await addMember(product), at: '?search=Wayward' })
  await page.getByRole('link', { name: 'Abe Wayward', exact: true }).click()
  await expect(heading(page)).toHaveText('Abe Wayward')
  await noteChanges(page)
  const bea = await submitProject(product, { firstName: 'Bea', lastName: 'Wayward' })
  await expect(page.locator('html')).toHaveAttribute('data-changed', bea)
  await page.goBack()
  await button(page, 'Show 1 new project').click()
  await expect(row(page, 'Bea Wayward')).toBeVisible()
})

/** Writes each change that the server announces into the page. */
const noteChanges = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const updates = new EventSource('/api/desk/changes')
        updates.onopen = () => resolve()
        updates.onmessage = ({ data }) => {
          document.documentElement.dataset.changed = data
        }
      }),
  )

test('a list that failed to load appears by itself once the server responds', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/503.*api\/desk/)
  await submitProject(product, { firstName: 'Una', lastName: 'Restarted' })
  const fail = (url: RegExp) => page.route(url, (route) => route.fulfill({ status: 503 }))
  await fail(LIVE_UPDATES)
  await fail(/api\/desk\/projects\?/)
  await page.clock.install()
  await openDesk(page, product, { as: await addMember(product), at: '?search=Restarted' })
  await expect(page.getByRole('alert')).toContainText('Something went wrong on the server.')
  await button(page, 'Try again').focus()
  // Listens first: the response may arrive before fastForward returns.
  const response = page.waitForResponse(/api\/desk\/projects\?/)
  await page.clock.fastForward('01:01')
  await response
  await expect(button(page, 'Try again')).toBeFocused()
  await page.unrouteAll()
  await page.clock.fastForward('01:01')
  await expect(row(page, 'Una Restarted')).toBeVisible()
})
