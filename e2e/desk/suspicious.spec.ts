import { LAST } from '../../questionnaire/screens.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, answer, openDesk, row, submitProject, submitSuspicious } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, savedDialog, submit } from '../support/visits.ts'
import { walk } from '../support/walker.ts'

// No test takes so long.
test.use({ settings: { MIN_VISIT_SECONDS: '3600' } })

test('suspicious projects wait on their tab until they are released or erased', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Honest', lastName: 'Visitor' })
  const real = await submitSuspicious(product, { firstName: 'Real', lastName: 'Person' })
  for (const firstName of ['Spam', 'More']) await submitSuspicious(product, { firstName, lastName: 'Robot' })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(row(page, 'Honest Visitor')).toBeVisible()
  await expect(row(page, 'Real Person')).toHaveCount(0)
  await page.getByRole('link', { name: 'Suspicious 3' }).click()
  await expect(heading(page)).toHaveText('Suspicious')
  const items = page.getByRole('list', { name: 'Suspicious projects' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.first()).toContainText('Not submitted through our website')
  await expectAccessible(page)

  await page.getByRole('checkbox', { name: 'Select Real Person' }).check()
  expect(await product.emails(real)).toEqual([])
  await button(page, 'Release 1').click()
  await expect(items).toHaveCount(2)
  await expect.poll(async () => (await product.emails(real)).length).toBe(1)

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Erase 2').click()
  await expect(page.getByRole('dialog', { name: 'Erase 2 projects permanently?' })).toBeVisible()
  await answer(page, 'Cancel')
  await expect(items).toHaveCount(2)
  await button(page, 'Erase 2').click()
  await answer(page, 'Erase')
  await expect(page.getByRole('heading', { name: 'Nothing suspicious' })).toBeVisible()
  await expect(heading(page)).toBeFocused()

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(row(page, 'Real Person')).toBeVisible()
  await page.getByRole('link', { name: 'Real Person', exact: true }).click()
  await expect(page.getByText('Released: no longer suspicious')).toBeVisible()
})

test('a visit that is too fast, and one that fills in the hidden input, see success and are suspicious', async ({
  page,
  context,
  product,
}) => {
  await page.goto('/')
  await walk(page)
  const fast = await submit(page)
  await savedDialog(page).waitFor()
  await openVisitAt(page, LAST)
  // As programs do that fill in every input. People see none here.
  await expect(page.locator('form input')).toBeHidden()
  await page.locator('form input').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  const trapped = await submit(page)
  await savedDialog(page).waitFor()
  await openVisitAt(page, LAST)
  const honest = await submit(page)
  await savedDialog(page).waitFor()
  for (const id of [fast, trapped]) expect(await product.emails(id)).toEqual([])
  expect(await product.emails(honest)).toHaveLength(1)

  const desk = await context.newPage()
  await openDesk(desk, product, { as: await addMember(product), at: '/suspicious' })
  await expect(desk.getByText(/^Sent \d+ seconds? after the visit began$/)).toBeVisible()
  await expect(desk.getByText('A hidden field was filled in')).toBeVisible()
})
