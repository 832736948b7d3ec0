import type { Page } from '@playwright/test'
import {
  addMember,
  addPerson,
  answer,
  type Member,
  openDesk,
  PASSWORD,
  SIGN_IN,
  submitProject,
  TITLE,
} from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

/** Ends the session and presses something before the page notices it by itself. */
async function afterTheEnd(page: Page, press: () => Promise<void>) {
  const news = /api\/desk\/(changes|projects(\?|\/[^/]*$))/
  await page.route(news, () => {})
  await page.context().clearCookies()
  await press()
  await page.unroute(news)
}

const pressAfterTheEnd = (page: Page, name: string) => afterTheEnd(page, () => button(page, name).click())

/** Opens a project, and returns the person who will sign in again. */
async function openInterrupted(page: Page, product: Product): Promise<Member> {
  const member = await addMember(product)
  const id = await submitProject(product, { lastName: 'Interrupted' })
  await openDesk(page, product, { as: member, at: `/projects/${id}` })
  return member
}

/** Waits until a screen is shown, and its heading is read out. */
async function expectScreen(page: Page, title: string) {
  await expect(heading(page)).toHaveText(title)
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`${title} – ${TITLE}`)
}

async function signInAgain(page: Page, { email }: Member) {
  await expectScreen(page, 'Your session has ended')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
}

test('a one-time link leads to a password, and the password to the desk', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/422.*api\/desk\/password/)
  const { email, token } = await addPerson(product)
  await page.goto(`/desk#set=${token}`)
  await expect(heading(page)).toHaveText('Choose your password')
  await expect(page).toHaveTitle(`Choose your password – ${TITLE}`)

  const choose = async (password: string) => {
    await page.getByLabel('New password').fill(password)
    await button(page, 'Set password').click()
  }
  await choose('password1234')
  await expect(page.getByRole('alert')).toContainText('Too common')
  await choose(PASSWORD)
  await expectScreen(page, 'Inbox')

  await button(page, 'Sign out').click()
  await expectScreen(page, SIGN_IN)
  await expect(page.locator('body')).not.toContainText('npm')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not this one at all')
  const before = await page.getByLabel('Password').boundingBox()
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('password is wrong')
  expect(
    await page.getByLabel('Password').boundingBox(),
    'the message does not move the fields above it',
  ).toEqual(before)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  await expectScreen(page, 'Inbox')

  await page.goto('about:blank')
  await page.goto(`/desk#set=${token}`)
  await choose('a window over the sink')
  await expect(page.getByRole('alert')).toContainText('Ask an owner of this desk for a new one')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('a browser without cookies gets an explanation and can try again', async ({ page, product }) => {
  // Some browsers then also block messages between windows.
  await page.addInitScript(() => {
    Object.assign(window, {
      BroadcastChannel: class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      },
    })
  })
  const { email } = await addMember(product)
  await page.goto('/desk')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.route(
    '**/api/desk/session',
    async (route) => {
      const response = await route.fetch()
      const { 'set-cookie': _, ...headers } = response.headers()
      await page.context().clearCookies()
      await route.fulfill({ response, headers })
    },
    { times: 1 },
  )
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('Allow this site to set cookies')
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('a person whose password was set without a response can sign in with it', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/api\/desk\/password/)
  const { email, token } = await addPerson(product)
  await page.route(
    '**/api/desk/password',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto(`/desk#set=${token}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await expect(page.getByRole('alert')).toContainText(
    'It may not have been set. No connection to the server.',
  )
  await button(page, 'Set password').click()
  await expect(heading(page)).toHaveText('Your password may already be set')
  await expect(page.getByRole('alert')).toContainText('Sign in with the password that you chose first.')
  await button(page, 'Sign in').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('after signing out, Back shows nothing', async ({ page, product }) => {
  const id = await submitProject(product, { lastName: 'Vanishing' })
  await openDesk(page, product, { as: await addMember(product) })
  await page.goto(`/desk/projects/${id}`)
  await expect(heading(page)).toContainText('Vanishing')
  // Signing out would lose the unsaved note, so the page asks first.
  await page.getByLabel('Note').fill('Half a note')
  await button(page, 'Sign out').click()
  await answer(page, 'Cancel')
  await expect(page.getByLabel('Note')).toHaveValue('Half a note')
  await button(page, 'Sign out').click()
  await answer(page, 'Sign out')
  await expectScreen(page, SIGN_IN)
  for (const go of [() => page.goBack(), () => page.goBack(), () => page.reload()]) {
    await go()
    await expect(heading(page)).toHaveText(SIGN_IN)
    await expect(page.locator('body')).not.toContainText('Vanishing')
  }
})

test('when a session ends, the page asks to sign in and then restores everything', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/api\/desk\/session/)
  const member = await openInterrupted(page, product)
  await page.getByLabel('Note').fill('They want to hear about islands.')
  // The end of the session is shown even if the page cannot ask who is signed in.
  const sessionUrl = '**/api/desk/session'
  await page.route(sessionUrl, (route) => route.abort())
  await pressAfterTheEnd(page, 'Save note')
  await expectScreen(page, 'Your session has ended')
  await page.unroute(sessionUrl)
  await signInAgain(page, member)
  await expect(heading(page)).toContainText('Interrupted')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByLabel('Note')).toHaveValue('They want to hear about islands.')
})

test('a contact and a choice made after the session ended are reported as not saved', async ({
  page,
  product,
}) => {
  const member = await openInterrupted(page, product)
  await page.getByLabel('Status').selectOption('Won')
  await pressAfterTheEnd(page, 'Called')
  await signInAgain(page, member)
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved: Called. Your session had ended.' })
  await expect(alert).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('Won')

  await button(page, 'Called').click()
  await expect(page.getByText('“Called” was recorded.')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Won.')).toBeVisible()

  await pressAfterTheEnd(page, 'Assign to me')
  await signInAgain(page, member)
  await expect(page.getByLabel('Assigned to')).toHaveValue(member.email)
  await button(page, 'Assign').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Assigned to Ana Ortiz')
})

test('a desk that could not be opened opens by itself when the network is back', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/api\/desk\/session/)
  await page.route('**/api/desk/session', (route) => route.abort(), { times: 1 })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(heading(page)).toHaveText('The desk is not available')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page)).toHaveText('Inbox')
})
