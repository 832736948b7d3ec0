import type { Page, Route } from '@playwright/test'
import { addMember, colleague, goTo, openDesk, submitProject } from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

/** Opens a new project. The server applies the next change at once, but its response waits for `release`. */
async function openSlow(page: Page, product: Product) {
  const id = await submitProject(product, { firstName: 'Lena', lastName: 'Late' })
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.getByRole('heading', { name: 'Contact details' }).waitFor()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: markHeld } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    markHeld()
    await isReleased
    await route.fulfill({ response })
  }
  await page.route(`**/api/desk/projects/${id}/events`, hold, { times: 1 })
  return { id, isHeld, release }
}

test('text typed while a status is being saved stays', async ({ page, product }) => {
  const { isHeld, release } = await openSlow(page, product)
  await page.getByLabel('Status').selectOption('Contacted')
  await button(page, 'Save status').click()
  await isHeld
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Too far away')
  release()
  await expect(page.getByText('Status: Contacted.')).toBeVisible()
  await expect(page.getByLabel('Why was it lost?')).toHaveValue('Too far away')
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Lost.')).toBeVisible()
})

test('the result of a change to one project is not shown as another one’s', async ({ page, product }) => {
  const other = await submitProject(product, { firstName: 'Otto', lastName: 'Other' })
  const { isHeld, release } = await openSlow(page, product)
  await button(page, 'Called').click()
  await isHeld
  await goTo(page, `/projects/${other}`)
  await expect(heading(page)).toHaveText('Otto Other')
  release()
  await expect(page.locator('.notice')).toHaveText('Lena Late: “Called” was recorded.')

  await button(page, 'E-mailed').click()
  await expect(page.locator('.notice')).toHaveText('“E-mailed” was recorded.')
  await page.goBack()
  await expect(heading(page)).toHaveText('Lena Late')
  await expect(page.locator('.notice')).toHaveText('')
})

test('a late response does not bring back an erased project', async ({ page, product, expectErrors }) => {
  expectErrors(/404.*projects/)
  const { id, isHeld, release } = await openSlow(page, product)
  const ben = await colleague(product, await addMember(product, 'Ben Wu'))
  await button(page, 'Called').click()
  await isHeld
  await ben.erase(id, 'Late')
  await expect(page.getByRole('alert')).toContainText('may have been erased')
  release()
  await expect(page.getByText('“Called” was recorded.')).toBeVisible()
  await expect(page.getByText('Lena Late')).toHaveCount(0)
})

test('a late response does not hide what a colleague did in the meantime', async ({ page, product }) => {
  const { id, release } = await openSlow(page, product)
  const ben = await colleague(product, await addMember(product, 'Ben Wu'))
  const history = page.getByRole('region', { name: 'History' })
  await page.getByLabel('Note').fill('Mine.')
  await button(page, 'Save note').click()
  await expect(history).toContainText('Mine.')
  await ben.change(id, () => ({ kind: 'note', text: 'Theirs.' }))
  await expect(history).toContainText('Theirs.')
  release()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(history).toContainText('Theirs.')
})
