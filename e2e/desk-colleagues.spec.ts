import type { Page } from '@playwright/test'
import { addMember, colleague, hold, NOBODY_THERE, openDesk, SIGN_IN, submitProject } from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

/** Opens a new project beside a colleague who is at the desk elsewhere. */
async function openBeside(page: Page, product: Product) {
  const id = await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.locator('.call-sheet').waitFor()
  return { id, ben: await colleague(product, await addMember(product, 'Ben Wu')) }
}

async function saveNote(page: Page, text: string) {
  await page.getByLabel('Note').fill(text)
  await button(page, 'Save note').click()
}

test('a conflict tells what the colleague did, though nothing more comes from the server', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/409.*events/, /api\/desk\/projects/)
  const { id, ben } = await openBeside(page, product)
  await page.getByLabel('Status').selectOption('Won')
  await page.route(`**/api/desk/projects/${id}`, (route) => route.abort())
  await ben.change(id, ({ version }) => ({ kind: 'status', to: 'Contacted', reason: '', version }))
  await button(page, 'Save status').click()
  const conflict = page.getByRole('region', { name: 'It was changed elsewhere meanwhile' })
  await expect(conflict).toContainText('Ben Wu')
  await expect(conflict).toContainText('set the status to Contacted')
  await expect(button(page, 'Leave it at Contacted')).toBeVisible()
})

test('a tap that can no longer be taken back is told, and not asked about on the way out', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/409.*events/, /api\/desk\/projects/, NOBODY_THERE)
  const { id, ben } = await openBeside(page, product)
  await button(page, 'Called').click()
  await expect(button(page, 'Take back ‘Called’')).toBeVisible()
  await page.route(`**/api/desk/projects/${id}`, (route) => route.abort())
  await ben.change(id, () => ({ kind: 'note', text: 'She called back' }))
  await button(page, 'Take back ‘Called’').click()
  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact).toContainText('Not taken back: something has happened since.')
  await expect(contact.getByRole('heading')).toBeFocused()
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
})

test('a choice that waits in one window does not undo what the same person did in another', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/409.*events/)
  const id = await submitProject(product)
  const member = await addMember(product)
  await openDesk(page, product, { as: member, at: `/projects/${id}` })
  await page.getByLabel('Status').selectOption('Contacted')
  const elsewhere = await colleague(product, member)
  await elsewhere.change(id, ({ version }) => ({ kind: 'status', to: 'Won', reason: '', version }))
  await expect(page.locator('.standing')).toContainText('Won')
  await button(page, 'Save status').click()
  await expect(page.getByRole('heading', { name: 'It was changed elsewhere meanwhile' })).toBeVisible()
  await button(page, 'Leave it at Won').click()
  await expect(page.getByLabel('Status')).toHaveValue('Won')

  const lose = (reason: string) =>
    elsewhere.change(id, ({ version }) => ({ kind: 'status', to: 'Lost', reason, version }))
  await lose('Moved')
  await page.getByLabel('Why was it lost?').fill('Budget')
  await lose('Moved to Spain')
  await expect(page.locator('.standing')).toContainText('Moved to Spain')
  await button(page, 'Save reason').click()
  await expect(button(page, 'Leave it')).toBeVisible()
  await button(page, 'Change it').click()
  await expect(page.locator('.standing')).toContainText('Budget')
})

test('a late answer takes away nothing that a colleague did meanwhile', async ({ page, product }) => {
  const { id, ben } = await openBeside(page, product)
  const history = page.getByRole('region', { name: 'History' })
  const answer = await hold(page, `**/api/desk/projects/${id}/events`, 'POST')
  await saveNote(page, 'Mine.')
  await expect(history).toContainText('Mine.')
  await ben.change(id, () => ({ kind: 'note', text: 'Theirs.' }))
  await expect(history).toContainText('Theirs.')
  answer.letGo()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(history).toContainText('Theirs.')
})

test('an answer does not stop the look at what a colleague did after it', async ({ page, product }) => {
  const { id, ben } = await openBeside(page, product)
  const history = page.getByRole('region', { name: 'History' })
  const answer = await hold(page, `**/api/desk/projects/${id}/events`, 'POST')
  await saveNote(page, 'Mine.')
  await expect(history).toContainText('Mine.')
  const look = await hold(page, `**/api/desk/projects/${id}`)
  await ben.change(id, () => ({ kind: 'note', text: 'Theirs.' }))
  await look.isHeld
  answer.letGo()
  await expect(page.getByText('Note saved.')).toBeVisible()
  look.letGo()
  await expect(history).toContainText('Theirs.')
})

test('what a colleague did as somebody chose it here is no conflict, and not asked about', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const id = await submitProject(product)
  const member = await addMember(product, 'Ben Wu')
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const ben = await colleague(product, member)
  await page.getByLabel('Who has it').selectOption(member.email)
  await ben.change(id, ({ version }) => ({ kind: 'assigned', to: member.email, version }))
  await button(page, 'Take it').click()
  await expect(page.getByText('Ana Ortiz has it now.')).toBeVisible()

  // Nor is what was seen before a status was chosen, though its reason was typed for a choice before that.
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Too far away')
  await page.getByLabel('Status').selectOption('F-D-A proposed')
  await ben.change(id, ({ version }) => ({ kind: 'status', to: 'F-D-A proposed', reason: '', version }))
  await expect(page.locator('.standing')).toContainText('F-D-A proposed')
  await page.getByLabel('Status').selectOption('Lost')
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Lost.')).toBeVisible()

  // Nor is anything left to be lost of what is done, or of what was typed for a status that was chosen back.
  await page.getByLabel('Status').selectOption('Won')
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Won.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Too dear')
  await page.getByLabel('Status').selectOption('Won')
  await page.getByLabel('Who has it').selectOption(member.email)
  await ben.change(id, ({ version }) => ({ kind: 'assigned', to: member.email, version }))
  await expect(button(page, 'Take it')).toBeVisible()
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
})
