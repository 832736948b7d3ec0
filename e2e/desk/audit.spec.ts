import { AUDIT_PAGE } from '../../desk/limits.ts'
import { addMember, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

test('with the keyboard alone an owner reaches the oldest entry of the audit list', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED.*audit|audit.*ERR_FAILED/)
  await openDesk(page, product, { as: await addMember(product) })
  const email = `audited-${Date.now()}@example.com`
  const post = (path: string, data: object) => page.request.post(`/api/desk/members${path}`, { data })
  await post('', { name: 'Lin Chen', email, role: 'specialist' })
  for (let nth = 0; nth < AUDIT_PAGE; nth++) await post('/link', { email })

  await page.goto('/desk/audit')
  const entries = page.getByRole('list', { name: 'Audit' }).getByRole('listitem')
  await expect(entries).toHaveCount(AUDIT_PAGE)
  await page.route('**/api/desk/audit?before=*', (route) => route.abort(), { times: 1 })
  const older = button(page, 'Older entries')
  await older.press('Enter')
  await expect(page.locator('.list-foot')).toContainText('No connection to the server.')
  await expect(older).toBeFocused()
  for (let pages = 2; await older.isVisible(); pages++) {
    await page.keyboard.press('Enter')
    await expect.poll(() => entries.count()).toBeGreaterThan((pages - 1) * AUDIT_PAGE)
    await expect(button(page, 'Loading…')).toHaveCount(0)
  }
  await expect(entries.filter({ hasText: email }).last()).toContainText('person added')
  await expect(entries.last()).toContainText('person added')
  await expect(page.getByRole('status').filter({ hasText: /^All [\d,]+ entries shown$/ })).toBeAttached()
  await expect(entries.nth(AUDIT_PAGE * Math.floor(((await entries.count()) - 1) / AUDIT_PAGE))).toBeFocused()
})
