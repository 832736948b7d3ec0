import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, openDesk, PASSWORD, SIGN_IN } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

const NEW = 'a window over the sink'

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
}

test('the name in the masthead leads to the account, where name and password can be changed', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*account\/password/)
  // The first person is an owner.
  await addMember(product)
  const as = await addMember(product, 'Ana Ortiz', 'specialist')
  await openDesk(page, product, { as })
  await page.getByRole('link', { name: 'Ana Ortiz' }).click()
  await expect(heading(page)).toHaveText('Your account')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(`${as.email}, specialist`)).toBeVisible()

  await page.getByLabel('Your name').fill('Ana Ortiz-Bell')
  await button(page, 'Change name').click()
  await expect(page.getByRole('link', { name: 'Ana Ortiz-Bell' })).toBeVisible()
  await expect(page.getByText('Your name was changed.')).toBeVisible()

  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(NEW)
    await page.getByLabel('New password').press('Enter')
  }
  await change('not it at all, no')
  await expect(page.getByRole('alert')).toHaveText('Nothing was changed. That is not your current password.')
  await expectAccessible(page)
  await change(PASSWORD)
  await expect(page.getByText('Your password was changed, and')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('')
  await expect(page.locator('.input:user-invalid')).toHaveCount(0)
  await page.reload()
  await expect(heading(page)).toHaveText('Your account')
  await button(page, 'Sign out').click()
  await signIn(page, as.email, NEW)
  await expect(heading(page)).toHaveText('Inbox')
})

test('other sessions are ended one by one or all at once, with the keyboard alone', async ({
  page,
  product,
  browser,
}) => {
  const as = await addMember(product)
  const phone = await browser.newContext({
    baseURL: product.url,
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  })
  const other = await phone.newPage()
  await openDesk(other, product, { as })
  await fetch(`${product.url}/api/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: as.email, password: PASSWORD }),
  })
  await openDesk(page, product, { as, at: '/account' })
  const sessions = page.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')
  // The oldest began when the password was chosen.
  await expect(sessions).toHaveCount(4)
  await expect(sessions.first()).toContainText('This browser')
  const android = sessions.filter({ hasText: 'Firefox on Android' })
  await android.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(android).toHaveCount(0)
  await expect(page.getByText('Firefox on Android was signed out.')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await other.reload()
  await expect(heading(other)).toHaveText(SIGN_IN)
  await phone.close()

  await button(page, 'End all others').focus()
  await page.keyboard.press('Enter')
  await expect(sessions).toHaveCount(1)
  await expect(heading(page)).toBeFocused()
})

test('who has forgotten the password gets a link by email and chooses a new one', async ({
  page,
  product,
}) => {
  const { email } = await addMember(product)
  await page.goto('/desk')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Forgot your password?').click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await button(page, 'Send me a link').click()
  await expect(heading(page)).toHaveText('Check your email')
  await expect(page.getByRole('alert')).toContainText(`If ${email} has an account here`)
  await expectAccessible(page)

  const link = async () => {
    const texts = (await product.emailsTo(email)).map(({ text }) => text)
    return /http\S+#set=\S+/.exec(texts.join('\n'))?.[0]
  }
  await expect.poll(link).toBeTruthy()
  await page.goto('about:blank')
  await page.goto((await link()) ?? '')
  await page.getByLabel('New password').fill(NEW)
  await button(page, 'Set password').click()
  await expect(heading(page)).toHaveText('Inbox')
  await button(page, 'Sign out').click()
  await signIn(page, email, NEW)
  await expect(heading(page)).toHaveText('Inbox')
})
