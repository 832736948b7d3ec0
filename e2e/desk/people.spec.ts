import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, answer, colleague, openDesk, PASSWORD, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { heading } from '../support/visits.ts'

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name })

/** Tabs until the element with this name has the focus, at most once around the page, whose list of people is long. */
async function tabTo(page: Page, name: string) {
  const stops = await page.locator('a[href], button, input, select').count()
  for (let tabs = 0; tabs <= stops; tabs += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return
  }
  throw new Error(`Not reached: ${name}`)
}

test('with the keyboard alone an owner invites a person, who signs in with the link', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*(members|password)/)
  const email = `invited-${Date.now()}@example.com`
  await openDesk(page, product, { as: await addMember(product), at: '/people' })
  await expect(heading(page)).toHaveText('People')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Rosa Marin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Link for Rosa Marin' })
  const link = dialog.getByLabel('Works once')
  await expect(dialog).toContainText('The link was emailed to Rosa Marin.')
  await expect(link).toBeFocused()
  await expectAccessible(page)
  const first = await link.inputValue()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(row(page, email)).toContainText('Specialist')
  await expect(row(page, email)).toContainText('Invited: the link works until')

  await page.getByLabel('Name').fill('Rosa')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was changed. This address is already on the list')).toBeVisible()

  await tabTo(page, 'New link for Rosa Marin')
  await page.keyboard.press('Enter')
  await expect(link).toBeFocused()
  const second = await link.inputValue()
  await page.goto(first)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('This link no longer works')
  await page.goto(second)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Inbox')
  await expect(page.locator('.person')).toContainText('Rosa Marin')
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await page.goto('/desk/people')
  await expect(page.getByText('Only owners can see this')).toBeVisible()
})

test('an owner changes a role, resets and removes a person whose projects a colleague takes over', async ({
  page,
  product,
}) => {
  const owner = await addMember(product)
  const other = await addMember(product, 'Ben Wu', 'specialist')
  const left = await addMember(product, 'Sam Lee', 'specialist')
  const id = await submitProject(product, { lastName: 'Handover' })
  // A person who has signed in once is not an invitation any more.
  await colleague(product, other)
  const { change } = await colleague(product, left)
  await change(id, ({ version }) => ({ kind: 'assigned', to: left.email, version }))
  await openDesk(page, product, { as: owner, at: '/people' })
  await row(page, other.email).getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('dialog', { name: 'Make Ben Wu an owner?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, other.email).getByRole('button', { name: 'Change role' })).toBeFocused()
  await page.keyboard.press('Enter')
  await answer(page, 'Change role')
  await expect(row(page, other.email)).toContainText('Owner')
  await row(page, other.email).getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('dialog', { name: 'Reset access for Ben Wu?' })).toContainText(
    'Their password and passkeys',
  )
  await answer(page, 'Reset access')
  await answer(page, 'Done')
  await expect(row(page, other.email)).toContainText('Reset: the link works until')
  await expect(row(page, other.email)).toBeFocused()

  await row(page, left.email).getByRole('button', { name: 'Remove' }).click()
  const reassignTo = page.getByLabel('Who takes over Sam Lee’s 1 open project?')
  await expect(reassignTo).toBeFocused()
  await expectAccessible(page)
  await answer(page, 'Cancel')
  await expect(row(page, left.email).getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await reassignTo.selectOption(other.email)
  await answer(page, 'Remove')
  await expect(row(page, left.email)).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
  await page.goto(`/desk/projects/${id}`)
  await expect(page.getByLabel('Assigned to')).toHaveValue(other.email)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Sam Lee')
})
