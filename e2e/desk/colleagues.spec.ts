import type { Page } from '@playwright/test'
import { addMember, colleague, hold, openDesk, submitProject } from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

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

test('an unsaved choice in one window does not undo a change made in another', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/409.*events/)
  const id = await submitProject(product)
  const member = await addMember(product)
  await openDesk(page, product, { as: member, at: `/projects/${id}` })
  const elsewhere = await colleague(product, member)
  const lose = (reason: string) =>
    elsewhere.change(id, ({ version }) => ({ kind: 'status', to: 'Lost', reason, version }))
  await lose('Moved')
  await page.getByLabel('Why was it lost?').fill('Budget')
  await lose('Moved to Spain')
  await expect(page.locator('.sheet-status')).toContainText('Moved to Spain')
  await button(page, 'Save reason').click()
  await expect(button(page, 'Keep theirs')).toBeVisible()
  await button(page, 'Use mine').click()
  await expect(page.locator('.sheet-status')).toContainText('Budget')
})

test('a late response does not hide what a colleague did in the meantime', async ({ page, product }) => {
  const { id, ben } = await openBeside(page, product)
  const history = page.getByRole('region', { name: 'History' })
  const answer = await hold(page, `**/api/desk/projects/${id}/events`, 'POST')
  await saveNote(page, 'Mine.')
  await expect(history).toContainText('Mine.')
  await ben.change(id, () => ({ kind: 'note', text: 'Theirs.' }))
  await expect(history).toContainText('Theirs.')
  answer.release()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(history).toContainText('Theirs.')
})
