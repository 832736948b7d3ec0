import type { Page } from '@playwright/test'
import { BRAND_NAME, remodelTypes } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, openDesk, SIGN_IN } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, openVisitAt, savedDialog, submit } from '../support/visits.ts'

// A product of its own, because other tests expect the defaults.
test.use({ settings: { PRIVACY_URL: 'https://example.com/privacy' } })

const setting = (page: Page, label: string) =>
  page.getByRole('group').filter({ has: page.locator('summary b').getByText(label, { exact: true }) })

test('an owner changes prices: visitors see them, and a project keeps those that its page showed', async ({
  page,
  product,
  context,
}) => {
  const as = await addMember(product)
  const visitor = await context.newPage()
  await openVisitAt(visitor, LAST, { typeOfKitchenRemodel: remodelTypes.minor.answer, budget: '$16,000' })

  await openDesk(page, product, { as, at: '/settings' })
  await page.getByRole('link', { name: /^Prices that visitors see/ }).click()
  await expect(heading(page)).toHaveText('Prices')
  await expect(heading(page)).toBeFocused()
  const minor = page.getByLabel('Minor')
  await expect(minor).toHaveValue('$15000-45000')
  await minor.fill('a lot')
  await expect(minor).toHaveAccessibleDescription(
    /^We cannot read this as two amounts\. Before: \$15000-45000/,
  )
  await expectAccessible(page)
  await minor.fill('$20k-50k')
  await expect(minor).toHaveAccessibleDescription(/^Read as \$20,000 to \$50,000\./)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem').first()).toContainText('Changed')
  await expect(preview.getByRole('listitem').first()).toContainText('$20k-50k')
  await minor.press('Enter')
  await expect(page.getByText('1 change not saved')).toHaveCount(0)

  const later = await context.newPage()
  await openVisitAt(later, showing('cost-ranges'))
  await expect(later.locator('.cost').first()).toContainText('$20k-50k')

  // It was open before the change.
  await submit(visitor)
  await expect(savedDialog(visitor)).toBeVisible()
  await page.goto('/desk')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.locator('article header')).toContainText('$15000-45000')
  await expect(page.getByText('Within the usual $15000-45000')).toBeVisible()
})

test('a setting is changed with the keyboard, and one that is not valid says why', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*settings/)
  await openDesk(page, product, { as: await addMember(product), at: '/settings' })
  await expect(page.getByText('https://example.com/privacy')).toBeVisible()
  await expect(page.getByText('Set by the operator')).not.toHaveCount(0)
  const row = setting(page, 'Business hours')
  const summary = row.locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const field = page.getByLabel('Business hours')
  await expect(field).toBeFocused()
  await field.fill('Mon-Fri 18:00-08:00')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toHaveText('“Business hours” must end after they begin: 18:00-08:00.')
  await expectAccessible(page)
  await field.fill('Mon-Sat 08:00-18:00')
  await page.keyboard.press('Enter')
  await expect(summary).toContainText('Mon-Sat 08:00-18:00')
  await expect(summary).toBeFocused()
  await expect(field).toBeHidden()

  const early = setting(page, 'Send answers before Submit')
  await early.locator('summary').click()
  await early.getByRole('combobox').selectOption('On')
  await early.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(early.locator('summary')).toContainText('On')
  await early.locator('summary').click()
  await expect(early.getByRole('combobox')).toHaveValue('on')

  await page.getByRole('link', { name: /^Audit/ }).click()
  await expect(page.getByRole('list', { name: 'Audit' })).toContainText(
    'Business hours: Mon-Fri 08:00-18:00 → Mon-Sat 08:00-18:00',
  )
})

test('a setting that another owner has changed meanwhile is replaced only after its value was shown', async ({
  page,
  browser,
  product,
  expectErrors,
}) => {
  expectErrors(/409.*settings/)
  const other = await browser.newPage({ baseURL: product.url })
  await openDesk(other, product, { as: await addMember(product, 'Otto Owner'), at: '/settings' })
  await openDesk(page, product, { as: await addMember(product), at: '/settings' })
  const row = setting(page, 'Phone')
  await row.locator('summary').click()
  await page.getByLabel('Phone', { exact: true }).fill('(253) 555-0199')
  await setting(other, 'Phone').locator('summary').click()
  await other.getByLabel('Phone', { exact: true }).fill('(253) 555-0142')
  await button(other, 'Save').click()
  await expect(setting(other, 'Phone').locator('summary')).toContainText('(253) 555-0142')
  await other.close()
  await button(page, 'Save').click()
  await expect(row.getByRole('alert')).toContainText(
    'Otto Owner has just set Phone to “(253) 555-0142”. Save again to overwrite it.',
  )
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(253) 555-0199')
  await button(page, 'Save').click()
  await expect(row.locator('summary')).toContainText('(253) 555-0199')
})

test('an owner sends a test email, and reads why it was not sent', async ({ page, product }) => {
  const as = await addMember(product)
  await openDesk(page, product, { as, at: '/settings' })
  await button(page, 'Send me a test email').click()
  await expect(page.getByText(`An email was sent to ${as.email}.`)).toBeVisible()
  const subjects = (await product.emailsTo(as.email)).map(({ headers }) => headers.get('subject'))
  expect(subjects).toContain(`A test email from the ${BRAND_NAME} desk`)
  await product.breakMail()
  await button(page, 'Send me a test email').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The email was not sent.' })).toContainText(
    'The file could not be written.',
  )
  await product.repairMail()
})

test('the masthead is one row on every phone, for owners and specialists', async ({ page, product }) => {
  for (const role of ['owner', 'specialist'] as const) {
    await openDesk(page, product, { as: await addMember(product, 'Ana Ortiz', role) })
    for (const width of [320, 390, 820]) {
      await page.setViewportSize({ width, height: 800 })
      const tops = await page
        .locator('.masthead-bar a')
        .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().bottom)))
      expect(Math.max(...tops) - Math.min(...tops), `${role} at ${width} px`).toBeLessThan(20)
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('link', { name: /your account$/ }).click()
    await button(page, 'Sign out').click()
    await expect(heading(page)).toHaveText(SIGN_IN)
  }
})
