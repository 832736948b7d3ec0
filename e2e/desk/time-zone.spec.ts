import type { Locator } from '@playwright/test'
import { addMember, openDesk, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

// These two zones never have the same date.
const BUSINESS = 'Pacific/Kiritimati'
const COLLEAGUE = 'Pacific/Pago_Pago'

test.use({ settings: { TIME_ZONE: BUSINESS }, timezoneId: COLLEAGUE })

test('dates and times are in the time zone of the business, and the page names it', async ({
  page,
  product,
}) => {
  const day = new Date().toLocaleDateString('en-CA', { timeZone: BUSINESS })
  await submitProject(product, { firstName: 'Zoe', lastName: 'Zoned' })
  await openDesk(page, product, { as: await addMember(product), at: `?from=${day}` })
  const row = page.getByRole('row').filter({ hasText: 'Zoe Zoned' })
  await expect(row).toContainText('Today')
  await expectTimesThere(row)

  await row.getByRole('link', { name: 'Zoe Zoned' }).click()
  await button(page, 'Called').click()
  await expect(page.getByText('Last: Called, today')).toBeVisible()
  await expectTimesThere(page.getByRole('article'))
  await expect(page.getByText(`Times in ${BUSINESS}`)).toBeVisible()
})

/** Compares every shown time with its `datetime` attribute. */
async function expectTimesThere(part: Locator) {
  const times = await part.locator('time').all()
  expect(times).not.toEqual([])
  for (const time of times) {
    const at = new Date(String(await time.getAttribute('datetime')))
    const there = at.toLocaleTimeString('en-US', { timeZone: BUSINESS, hour: 'numeric', minute: '2-digit' })
    expect((await time.innerText()).replaceAll(/\s/g, ' ')).toContain(there.replace(/\s/, ' '))
  }
}
