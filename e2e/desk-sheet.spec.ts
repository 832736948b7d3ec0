import type { Page } from '@playwright/test'
import { addMember, openDesk, submitProject } from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button } from './visits.ts'

const PHONE = { width: 390, height: 844 }

/** Opens a new project as a new colleague; tells its id. */
async function openSheet(page: Page, product: Product, given: Parameters<typeof submitProject>[1] = {}) {
  const id = await submitProject(product, given)
  await openDesk(page, product, { as: await addMember(product), at: `#/project/${id}` })
  await page.locator('.call-sheet').waitFor()
  return id
}

test('on a phone, a tap that was not noted says so beside the buttons, and nothing says that it was', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/desk/)
  await page.setViewportSize(PHONE)
  await openSheet(page, product)
  await button(page, 'Called').click()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await expect(page.getByText('Last: Called, today')).toBeInViewport({ ratio: 1 })

  await page.context().setOffline(true)
  await button(page, 'Left a message').click()
  const trouble = page.getByRole('alert').filter({ hasText: 'Not noted' })
  await expect(trouble).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Left a message')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Called: noted.')).toBeHidden()
})

test('a second tap right after the first is the same contact; later it is another', async ({
  page,
  product,
}) => {
  await openSheet(page, product)
  const calls = page.getByRole('region', { name: 'History' }).getByText('Called')
  await button(page, 'Called').dblclick()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await button(page, 'Called').click()
  await button(page, 'E-mailed').click()
  await expect(page.getByText('E-mailed: noted.')).toBeVisible()
  await expect(calls).toHaveCount(1)
  await expect(async () => {
    await button(page, 'Called').click()
    await expect(calls).toHaveCount(2, { timeout: 500 })
  }).toPass()
})
