import type { Page } from '@playwright/test'
import { addMember, type Member, PASSWORD, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

test('a window says at once that another person signed in beside it', async ({ page, context, product }) => {
  const [ana, ben] = [await addMember(product, 'Ana Ortiz'), await addMember(product, 'Ben Wu')]
  const id = await submitProject(product)
  const other = await context.newPage()
  await other.goto('/desk')
  await page.goto(`/desk/projects/${id}`)
  await signIn(page, ana)
  const note = page.getByLabel('Note')
  await note.fill('Ana has typed this.')
  const refusing = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/events', async (route) => {
    sent++
    await refusing.promise
    await route.fulfill({ status: 401 })
  })
  await button(page, 'Save note').click()
  await signIn(other, ben)
  await expect(heading(page)).toHaveText('Ben Wu has signed in')
  await expect(heading(page)).toBeFocused()
  await expect(note).toHaveCount(0)
  const asked = page.waitForResponse('**/api/desk/session')
  refusing.resolve()
  await asked
  await expect(heading(page)).toHaveText('Ben Wu has signed in')
  expect(sent).toBe(1)

  await button(other, 'Sign out').click()
  await expect(heading(page)).toHaveText('Your session has ended')
  await signIn(page, ana)
  await expect(note).toHaveValue('Ana has typed this.')

  await signIn(other, ben)
  await button(page, 'Continue as Ben Wu').click()
  await expect(page.getByRole('banner')).toContainText('Ben Wu')
  await expect(note).toHaveValue('')
})

async function signIn(page: Page, { email }: Member) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('banner')).toBeVisible()
}
