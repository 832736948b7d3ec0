import { addMember, openDesk, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { heading } from '../support/visits.ts'

test('too many exports are refused with a message beside the link', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/429.*spreadsheet\.csv/)
  await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: '?sort=oldest' })
  const link = page.getByRole('link', { name: 'Export for spreadsheets' })
  const coming = page.waitForEvent('download')
  await link.click()
  expect((await coming).suggestedFilename()).toMatch(/^projects-.*\.csv$/)
  expect(await (await coming).failure()).toBeNull()

  while ((await page.request.get('/api/desk/projects.csv')).ok());
  await link.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Not exported' })).toHaveText(
    'Not exported: too many exports within a minute. Wait a minute, then try again.',
  )
  await expect(link).toBeFocused()
  await expect(heading(page)).toHaveText('Inbox')
  expect(page.url()).toMatch(/sort=oldest$/)
})
