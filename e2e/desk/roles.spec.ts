import { version } from '../../server/lib/product.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, openDesk, submitProject, submitSuspicious, TITLE } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

test('a specialist sees nothing that only owners can use', async ({ page, product }) => {
  await addMember(product)
  const id = await submitProject(product)
  await submitSuspicious(product)
  const as = await addMember(product, 'Sam Lee', 'specialist')
  await openDesk(page, product, { as })
  const navigation = page.getByRole('navigation', { name: 'Desk' })
  await expect(navigation.getByRole('link')).toHaveText(['Inbox', 'Unanswered', 'Funnel', 'Deliveries'])
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Export/ })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveText(`Kitchen Guide ${version}`)

  await page.goto('/desk/suspicious')
  await expect(button(page, 'Release')).toBeVisible()
  await expect(button(page, 'Erase')).toHaveCount(0)

  await page.goto(`/desk/projects/${id}`)
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  await expect(page.getByText('Erase this project')).toHaveCount(0)

  await page.goto('/desk/audit')
  await expect(heading(page)).toHaveText('Audit')
  await expect(page.getByText('Only owners can see this')).toBeVisible()
  await expectAccessible(page)
})

test('an unknown address says so and leads to the inbox', async ({ page, product }) => {
  await openDesk(page, product, { as: await addMember(product), at: '/nowhere' })
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page).toHaveTitle(`Page not found – ${TITLE}`)
  await expect(page.locator('[aria-current]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to the inbox' }).click()
  await expect(heading(page)).toHaveText('Inbox')
  await expect(heading(page)).toBeFocused()
})

test('an owner who has become a specialist sees a message, and nothing is done', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/403.*projects/)
  await addMember(product, 'Ben Wu')
  const as = await addMember(product)
  const id = await submitProject(product, { lastName: 'Staying' })
  await openDesk(page, product, { as, at: `/projects/${id}` })
  await page.getByText('Erase this project').click()
  await page.getByLabel('Type the homeowner’s last name to confirm').fill('Staying')
  await product.changeRole(as.email, 'specialist')
  await button(page, 'Erase permanently').click()
  await expect(
    page.getByText('Nothing was changed. Only owners can do this. You are now a specialist.'),
  ).toBeVisible()
  await expect(page.getByText('Erase this project')).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  expect(product.projects(id)).toHaveLength(1)
})
