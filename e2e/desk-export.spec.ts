import { addMember, openDesk, submitProject } from './desk.ts'
import { expect, test } from './test.ts'
import { heading } from './visits.ts'

test('an export that is refused says when to try again, beside its link and on the same page', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/429.*projects\.csv/)
  await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: '?sort=oldest' })
  const link = page.getByRole('link', { name: 'Export as CSV' })
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

test('an export without a connection says so, and that goes once it works', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/desk/)
  await openDesk(page, product, { as: await addMember(product) })
  const link = page.getByRole('link', { name: 'Export as CSV' })
  const trouble = page.getByRole('alert').filter({ hasText: 'Not exported' })
  await page.context().setOffline(true)
  await link.click()
  await expect(trouble).toHaveText('Not exported. No connection to the server.')
  await page.context().setOffline(false)
  const coming = page.waitForEvent('download')
  await link.click()
  expect(await (await coming).failure()).toBeNull()
  await expect(trouble).toHaveCount(0)
})

test('an export that fails although it was granted is marked as failed by the browser, and the page stays', async ({
  page,
  product,
}) => {
  await openDesk(page, product, { as: await addMember(product) })
  while ((await page.request.get('/api/desk/projects.csv')).ok());
  await page.route(/projects\.csv/, (route) => route.fulfill({ status: 204 }))
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  expect(await (await coming).failure()).not.toBeNull()
  await expect(heading(page)).toHaveText('Inbox')
})

test('an export that fails after somebody went on is told where they are', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/projects\.csv/)
  await openDesk(page, product, { as: await addMember(product) })
  const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/projects\.csv/, async (route) => {
    await left
    await route.abort()
  })
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page)).toHaveText('Audit')
  goOn()
  await expect(page.getByRole('alert')).toHaveText('Not exported. No connection to the server.')
})
