import type { Page } from '@playwright/test'
import { addMember, colleague, goTo, hold, openDesk, submitProject } from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

/** Opens a new project, at which a change is made at once and its answer is late. */
async function openSlow(page: Page, product: Product) {
  const id = await openNew(page, product)
  return { id, ...(await hold(page, `**/api/desk/projects/${id}/events`, 'POST')) }
}

/** The same of erasing it. */
async function openSlowlyErased(page: Page, product: Product) {
  const id = await openNew(page, product)
  return hold(page, `**/api/desk/projects/${id}`, 'DELETE')
}

async function openNew(page: Page, product: Product): Promise<string> {
  const id = await submitProject(product, { firstName: 'Lena', lastName: 'Late' })
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.locator('.call-sheet').waitFor()
  return id
}

async function goToAudit(page: Page) {
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page)).toHaveText('Audit')
}

async function erase(page: Page) {
  await page.getByText('Erase this project').click()
  await page.getByLabel('Type the last name').fill('Late')
  await button(page, 'Erase for good').click()
}

test('a late answer leaves whoever stands in a field that is made anew with it', async ({
  page,
  product,
}) => {
  const { isHeld, letGo } = await openSlow(page, product)
  await page.getByLabel('Note').fill('Call again')
  await button(page, 'Save note').press('Enter')
  await isHeld
  await page.keyboard.press('Shift+Tab')
  letGo()
  await expect(page.getByLabel('Note')).toHaveValue('')
  await expect(page.getByLabel('Note')).toBeFocused()
})

test('a list of people that is late leaves whoever stands in it, and what is chosen', async ({
  page,
  product,
}) => {
  const { isHeld, letGo } = await hold(page, '**/api/desk/people')
  const as = await addMember(product, 'Lena Late')
  await openDesk(page, product, { as, at: `?who=${encodeURIComponent(as.email)}` })
  await isHeld
  const who = page.getByLabel('Who has it')
  await expect(who.locator(':checked')).toHaveText(as.email)
  await who.focus()
  letGo()
  await expect(who.locator(':checked')).toHaveText('Lena Late')
  await expect(who).toHaveValue(as.email)
  await expect(who).toBeFocused()
})

test('a late answer takes the focus from nobody who has gone on to another field', async ({
  page,
  product,
}) => {
  const status = await openSlow(page, product)
  await page.getByLabel('Status').selectOption('Won')
  await button(page, 'Save status').click()
  await status.isHeld
  await page.getByLabel('Note').focus()
  status.letGo()
  await expect(page.getByText('Status: Won.')).toBeVisible()
  await expect(page.getByLabel('Note')).toBeFocused()

  const taken = await openSlow(page, product)
  await button(page, 'Take it').click()
  await taken.isHeld
  await page.getByLabel('Note').focus()
  taken.letGo()
  await expect(page.getByText('Ana Ortiz has it now.')).toBeVisible()
  await expect(page.getByLabel('Note')).toBeFocused()
})

test('what is chosen and typed while a status is being saved stays', async ({ page, product }) => {
  const { isHeld, letGo } = await openSlow(page, product)
  await page.getByLabel('Status').selectOption('Contacted')
  await button(page, 'Save status').click()
  await isHeld
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Too far away')
  letGo()
  await expect(page.getByText('Status: Contacted.')).toBeVisible()
  await expect(page.getByLabel('Why was it lost?')).toHaveValue('Too far away')
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Lost.')).toBeVisible()
})

test('a choice that is saved while the one before still is follows it', async ({ page, product }) => {
  await openNew(page, product)
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/events', (route) => isFree.then(() => route.continue()), { times: 1 })
  for (const status of ['Contacted', 'Won']) {
    await page.getByLabel('Status').selectOption(status)
    await button(page, 'Save status').click()
  }
  letGo()
  await expect(page.getByText('Status: Won.')).toBeVisible()
  await expect(page.locator('.standing')).toContainText('Won')
})

test('what was done to one project is not said of another', async ({ page, product }) => {
  const other = await submitProject(product, { firstName: 'Otto', lastName: 'Other' })
  const { isHeld, letGo } = await openSlow(page, product)
  await button(page, 'Called').click()
  await isHeld
  await goTo(page, `/projects/${other}`)
  await expect(heading(page)).toHaveText('Otto Other')
  letGo()
  await expect(page.locator('.notice')).toHaveText('Lena Late: Called: noted.')

  await button(page, 'E-mailed').click()
  await expect(page.locator('.notice')).toHaveText('E-mailed: noted.')
  await page.goBack()
  await expect(heading(page)).toHaveText('Lena Late')
  await expect(page.locator('.notice')).toHaveText('')
})

test('a note that was saved is not there to be saved again after a look elsewhere', async ({
  page,
  product,
}) => {
  const { isHeld, letGo } = await openSlow(page, product)
  await page.getByLabel('Note').fill('They have a dog.')
  await button(page, 'Save note').click()
  await isHeld
  await goToAudit(page)
  await page.goBack()
  await expect(page.getByLabel('Note')).toHaveValue('They have a dog.')
  await button(page, 'Save note').click()
  letGo()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('')
  await page.reload()
  await expect(page.getByText('They have a dog.')).toHaveCount(1)
})

test('a late answer to erasing leaves people where they are', async ({ page, product, expectTrouble }) => {
  // The page may hear of the erasure from the line first, and ask for what is gone.
  expectTrouble(/404.*projects/)
  const { isHeld, letGo } = await openSlowlyErased(page, product)
  await erase(page)
  await isHeld
  await goToAudit(page)
  letGo()
  await expect(page.getByText('The project is erased.')).toBeVisible()
  await page.waitForTimeout(300)
  await expect(heading(page)).toHaveText('Audit')
})

test('erasing that fails after somebody went on is told where they are', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/500.*projects/)
  const { isHeld, letGo } = await openSlowlyErased(page, product)
  await product.breakMail()
  await erase(page)
  await isHeld
  await goToAudit(page)
  letGo()
  await expect(page.getByRole('alert')).toContainText(
    'Lena Late: It may not have been erased, or not all of it',
  )
  await product.mendMail()
})

test('a late answer to a change does not bring back a project that is erased', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/404.*projects/)
  const { id, isHeld, letGo } = await openSlow(page, product)
  const ben = await colleague(product, await addMember(product, 'Ben Wu'))
  await button(page, 'Called').click()
  await isHeld
  await ben.erase(id, 'Late')
  await expect(page.getByRole('alert')).toContainText('may have been erased')
  letGo()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await expect(page.getByText('Lena Late')).toHaveCount(0)
})
