import type { Page } from '@playwright/test'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, answer, goTo, type Member, openDesk, PASSWORD, SIGN_IN } from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

// A passkey needs a name: it does not work at an IP address.
test.use({
  baseURL: ({ product }, use) => use(atLocalhost(product)),
})

const atLocalhost = ({ url }: Product) => url.replace('127.0.0.1', 'localhost')

/** A device with a fingerprint reader, which accepts every finger. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Replaces the passkey by a copy with another counter. */
    async copyPasskey(signCount: number) {
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
      await browser.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of credentials)
        await browser.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        })
    },
  }
}

/** Opens the account page at localhost, where the cookie of the IP address is not sent. */
async function openAccount(page: Page, product: Product, as: Member) {
  await openDesk(page, { ...product, url: atLocalhost(product) }, { as, at: '/account' })
  await expect(heading(page)).toHaveText('Your account')
}

async function addPasskey(page: Page, name: string) {
  await page.getByLabel('Name of the new passkey').fill(name)
  await button(page, 'Add a passkey').click()
  // The server loads what it needs at the first use.
  await expect(button(page, 'Waiting for the browser…')).toHaveCount(0, { timeout: 20_000 })
}

async function signOut(page: Page) {
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
}

const passkeys = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove the passkey' }) })

async function signInWithPassword(page: Page, { email }: Member) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
}

test('a person adds a passkey, signs in with it alone, and removes it', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*passkey/)
  await addDevice(page)
  const as = await addMember(product)
  await openAccount(page, product, as)
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await addPasskey(page, 'Work laptop')
  await expect(passkeys(page)).toHaveText(/Work laptop.*not used yet/)
  await expect(page.getByText('The passkey “Work laptop” was added.')).toBeVisible()
  // The same device again.
  await addPasskey(page, 'Once more')
  await expect(page.getByRole('alert')).toHaveText('This device already has one of your passkeys.')

  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(heading(page)).toHaveText('Inbox')
  await expect(page.locator('.person')).toContainText(as.name)
  await goTo(page, '/account')
  await expect(passkeys(page)).toHaveText(/Work laptop.*last used/)

  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await answer(page, 'Cancel')
  await expect(passkeys(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await answer(page, 'Remove')
  await expect(passkeys(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused()

  const notices = async () =>
    (await product.emails('Work laptop')).map(({ headers }) => [headers.get('to'), headers.get('subject')])
  const of = (what: string) => [as.email, `A passkey was ${what} – ${BRAND_NAME}`]
  await expect.poll(async () => (await notices()).toSorted()).toEqual([of('added'), of('removed')])

  // The device still has it.
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey is not registered here. It may have been removed.',
  )
})

test('long after the sign-in, the page asks who it is before a passkey is added or no longer required', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/403.*api\/desk/, /422.*confirmation/)
  await addDevice(page)
  await openAccount(page, product, await addMember(product))
  product.ageSessions()
  await page.getByLabel('Name of the new passkey').fill('Work laptop')
  const add = button(page, 'Add a passkey')
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  const password = dialog.getByLabel('Current password')
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('You did not confirm your identity.')).toBeVisible()
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await password.fill('not it at all, no')
  await password.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('That is not your current password.')
  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(passkeys(page)).toHaveText(/Work laptop/, { timeout: 20_000 })

  await goTo(page, '/people')
  const required = page.getByLabel('Require passkeys')
  await required.click()
  await expect(page.getByText('Passkeys are required from now on.')).toBeVisible()
  product.ageSessions()
  await required.click()
  await password.fill(PASSWORD)
  await button(page, 'Confirm').click()
  await expect(dialog.getByRole('alert')).toHaveText('A password is not enough here. Use your passkey.')
  await button(page, 'Use a passkey').click()
  await expect(page.getByText('Passkeys are no longer required.')).toBeVisible()
  await expect(required).not.toBeChecked()
})

test('a sign-in that was canceled can be tried again', async ({ page, product }) => {
  const first = await addDevice(page)
  const as = await addMember(product)
  await openAccount(page, product, as)
  await addPasskey(page, 'Laptop')
  await expect(passkeys(page)).toHaveCount(1)
  await first.setVerified(false)
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert')).toHaveText('The request was canceled or timed out. Try again.')
  await first.setVerified(true)
  await button(page, 'Sign in with a passkey').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('a copy of a passkey is refused once its counter is behind', async ({ page, product, expectErrors }) => {
  expectErrors(/422.*passkey/)
  const device = await addDevice(page)
  const as = await addMember(product)
  await openAccount(page, product, as)
  await addPasskey(page, 'Laptop')
  await expect(passkeys(page)).toHaveCount(1)
  await device.copyPasskey(40)
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(heading(page)).toHaveText('Inbox')
  await device.copyPasskey(7)
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('alert')).toContainText('it may have been copied')
  await signInWithPassword(page, as)
  await expect(heading(page)).toHaveText('Inbox')
  await goTo(page, '/audit')
  await expect(page.locator('[data-what="copied passkey refused"]')).toContainText(`${as.email}Laptop`)
})

test('a response from another site, without a check of the person, or sent twice is refused', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*passkey/)
  const device = await addDevice(page)
  await openAccount(page, product, await addMember(product))
  await addPasskey(page, 'Laptop')
  await expect(passkeys(page)).toHaveCount(1)
  await signOut(page)

  // What a site in the middle would send. On the same host, because no browser uses the passkey on another one.
  const api = `${atLocalhost(product)}/api/desk/session/passkey`
  const send = async (response: unknown) => {
    const answer = await page.request.post(api, { data: { response } })
    return [answer.status(), (await answer.json()).problem]
  }
  const responseFrom = async (from: string, changed: object = {}) => {
    const options = await (await page.request.post(`${api}/options`)).json()
    await page.goto(from)
    return page.evaluate(
      async (json) => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
        const credential = await navigator.credentials.get({ publicKey })
        return credential instanceof PublicKeyCredential && credential.toJSON()
      },
      { ...options, ...changed },
    )
  }
  const other = 'http://localhost:1/'
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in here' }))
  expect(await send(await responseFrom(other))).toEqual([422, 'invalid passkey'])
  await device.setVerified(false)
  const unchecked = await responseFrom('/desk', { userVerification: 'discouraged' })
  expect(await send(unchecked)).toEqual([422, 'invalid passkey'])
  await device.setVerified(true)
  const response = await responseFrom('/desk')
  expect(await send(response)).toEqual([200, undefined])
  expect(await send(response)).toEqual([422, 'too late'])
})

test('while passkeys are required, a password leads to a new passkey, or is not enough', async ({
  page,
  browser,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*passkey/, /403.*api\/desk/)
  const ownersPage = await browser.newPage({ baseURL: atLocalhost(product) })
  await addDevice(ownersPage)
  await openAccount(ownersPage, product, await addMember(product))
  await goTo(ownersPage, '/people')
  const required = ownersPage.getByLabel('Require passkeys')
  await required.click()
  await expect(ownersPage.getByText('Add a passkey of your own first')).toBeVisible()
  await expect(required).not.toBeChecked()
  await goTo(ownersPage, '/account')
  await addPasskey(ownersPage, 'Laptop')
  await goTo(ownersPage, '/people')
  await required.click()
  await expect(ownersPage.getByText('Passkeys are required from now on.')).toBeVisible()
  await expect(required).toBeChecked()
  await expectAccessible(ownersPage)

  await addDevice(page)
  const as = await addMember(product, 'Sam Lee', 'specialist')
  await page.goto('/desk/deliveries')
  await signInWithPassword(page, as)
  await expect(heading(page)).toHaveText('Add a passkey')
  await expect(heading(page)).toBeFocused()
  expect((await page.request.get('/api/desk/projects')).status()).toBe(403)
  await page.goto('/desk/deliveries')
  await expect(heading(page)).toHaveText('Add a passkey')
  await expectAccessible(page)
  await addPasskey(page, 'Phone')
  await expect(heading(page)).toHaveText('Deliveries')
  await expect(heading(page)).toBeFocused()

  await goTo(page, '/account')
  await page.getByRole('button', { name: 'Remove the passkey Phone' }).click()
  await answer(page, 'Remove')
  await expect(page.getByText('Nothing was changed. Passkeys are required here')).toBeVisible()

  await signOut(page)
  await signInWithPassword(page, as)
  await expect(page.getByRole('alert')).toHaveText(
    'The email address or the password is wrong, or your account requires a passkey.',
  )
  await button(page, 'Sign in with a passkey').click()
  await expect(heading(page)).toHaveText('Inbox')

  await required.click()
  await expect(ownersPage.getByText('Passkeys are no longer required.')).toBeVisible()
  await ownersPage.close()
})

test('a new password after a forgotten one shows the passkeys, so that a stranger’s can be removed', async ({
  page,
  product,
}) => {
  await addDevice(page)
  const as = await addMember(product)
  await openAccount(page, product, as)
  await addPasskey(page, 'Of a stranger')
  await expect(passkeys(page)).toHaveCount(1)
  await goTo(page, '/people')
  const required = page.getByLabel('Require passkeys')
  const replacePassword = async () => {
    const link = await product.linkForForgotten(as.email)
    await page.goto('about:blank')
    await page.goto(`/desk#set=${link}`)
    await page.getByLabel('New password').fill(PASSWORD)
    await button(page, 'Set password').click()
  }
  await required.click()
  await expect(page.getByText('Passkeys are required from now on.')).toBeVisible()
  await replacePassword()
  await expect(heading(page)).toHaveText('Your password is set')
  await button(page, 'Sign in').click()
  await button(page, 'Sign in with a passkey').click()
  const advice = page.getByText('remove any that you do not recognize.')
  await expect(advice).toBeVisible()
  await goTo(page, '/people')
  await required.click()
  await expect(page.getByText('Passkeys are no longer required.')).toBeVisible()

  await replacePassword()
  await expect(heading(page)).toHaveText('Your account')
  await expect(heading(page)).toBeFocused()
  await expect(advice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the passkey Of a stranger' }).click()
  await answer(page, 'Remove')
  await expect(passkeys(page)).toHaveCount(0)
})

test('at an IP address the page says where passkeys work', async ({ page, product }) => {
  await page.goto(`${product.url}/desk/account`)
  await signInWithPassword(page, await addMember(product))
  await addPasskey(page, 'Laptop')
  await expect(page.getByRole('alert')).toHaveText('Passkeys only work at localhost. Open the desk there.')
})
