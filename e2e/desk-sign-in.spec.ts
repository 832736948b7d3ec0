import type { Page } from '@playwright/test'
import {
  addMember,
  addPerson,
  type Member,
  NOBODY_THERE,
  openDesk,
  PASSWORD,
  reconnect,
  SIGN_IN,
  submitProject,
  TITLE,
} from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

/** Ends the session and presses something, before the page asks for news and finds nobody signed in. */
async function afterTheEnd(page: Page, press: () => Promise<void>) {
  const news = /api\/desk\/(changes|projects(\?|\/[^/]*$))/
  await page.route(news, () => {})
  await page.context().clearCookies()
  await press()
  await page.unroute(news)
}

const pressAfterTheEnd = (page: Page, name: string) => afterTheEnd(page, () => button(page, name).click())

/** Somebody who looks at a project; it is they who will sign in again. */
async function openInterrupted(page: Page, product: Product): Promise<Member> {
  const member = await addMember(product)
  const id = await submitProject(product, { lastName: 'Interrupted' })
  await openDesk(page, product, { as: member, at: `/projects/${id}` })
  return member
}

async function signInAgain(page: Page, { email }: Member) {
  await expect(heading(page)).toHaveText('Your session has ended')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
}

test('a one-time link leads to a password, the password to the desk', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE, /422.*api\/desk\/password/)
  const { email, token } = await addPerson(product, 'Ana Ortiz')
  await page.goto(`/desk#set=${token}`)
  await expect(heading(page)).toHaveText('Choose your password')
  await expect(page).toHaveTitle(`Choose your password – ${TITLE}`)

  const choose = async (password: string) => {
    await page.getByLabel('New password').fill(password)
    await button(page, 'Set the password').click()
  }
  await choose('password1234')
  await expect(page.getByRole('alert')).toContainText('Too common')
  await choose(PASSWORD)
  await expect(heading(page)).toHaveText('Your password is set')
  await expect(page.getByRole('alert')).toContainText('The link has done its work')

  await button(page, 'Go to the desk').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
  await expect(page.locator('body')).not.toContainText('npm')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('not this one at all')
  const before = await page.getByLabel('Password').boundingBox()
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toContainText('do not belong together')
  expect(await page.getByLabel('Password').boundingBox(), 'nothing moves above what is told').toEqual(before)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  await expect(heading(page)).toHaveText('Inbox')

  await page.goto('about:blank')
  await page.goto(`/desk#set=${token}`)
  await choose('another good password')
  await expect(page.getByRole('alert')).toContainText('Ask whoever runs this site for a new one.')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('a browser that keeps no cookies is told so, and can try again', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  // Some give their windows no way to tell each other anything then.
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
  await page.getByLabel('E-mail').fill(email)
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
  await expect(page.getByRole('alert')).toContainText('Let this site set cookies')
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('a new link works in the tab where the old one no longer did', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE, /422.*api\/desk\/password/)
  const { token } = await addPerson(product, 'Ana Ortiz')
  await page.goto('/desk#set=one-that-is-too-old')
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set the password').click()
  await expect(heading(page)).toHaveText('This link no longer works')
  await page.goto(`/desk#set=${token}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set the password').click()
  await expect(heading(page)).toHaveText('Your password is set')
})

test('a password is set once, however often the button is pressed', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const { token } = await addPerson(product, 'Ana Ortiz')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/desk/password')) sent++
  })
  await page.goto(`/desk#set=${token}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set the password').dblclick()
  await expect(heading(page)).toHaveText('Your password is set')
  expect(sent).toBe(1)
})

test('who never heard that the password was set is told to sign in with it', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE, /api\/desk\/password/)
  const { email, token } = await addPerson(product, 'Ana Ortiz')
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
  await button(page, 'Set the password').click()
  await expect(page.getByRole('alert')).toContainText(
    'It may not have been set. No connection to the server.',
  )
  await button(page, 'Set the password').click()
  await expect(heading(page)).toHaveText('Your password may be set already')
  await expect(page.getByRole('alert')).toContainText('Sign in with the password that you chose first.')
  await button(page, 'Sign in').click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Sign in').click()
  await expect(heading(page)).toHaveText('Inbox')
})

test('after signing out, Back shows nothing', async ({ page, product, expectTrouble }) => {
  expectTrouble(NOBODY_THERE)
  const id = await submitProject(product, { lastName: 'Vanishing' })
  await openDesk(page, product, { as: await addMember(product) })
  await page.goto(`/desk/projects/${id}`)
  await expect(heading(page)).toContainText('Vanishing')
  // What only this page knows goes with it, so that is asked about before.
  await page.getByLabel('Note').fill('Half a note')
  page.once('dialog', (asked) => asked.dismiss())
  await button(page, 'Sign out').click()
  await expect(page.getByLabel('Note')).toHaveValue('Half a note')
  page.once('dialog', (asked) => asked.accept())
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
  for (const go of [() => page.goBack(), () => page.goBack(), () => page.reload()]) {
    await go()
    await expect(heading(page)).toHaveText(SIGN_IN)
    await expect(page.locator('body')).not.toContainText('Vanishing')
  }
})

test('a page that the browser kept whole asks anew who is there', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  await openDesk(page, product, { as: await addMember(product) })
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(heading(page)).toHaveText(SIGN_IN)
})

test('a session that ends asks to sign in, and then all is as it was', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const member = await openInterrupted(page, product)
  await page.getByLabel('Note').fill('They want to hear about islands.')
  await pressAfterTheEnd(page, 'Save note')
  await signInAgain(page, member)
  await expect(heading(page)).toContainText('Interrupted')
  await expect(page.getByLabel('Note')).toHaveValue('They want to hear about islands.')
})

test('a tap and a choice that came after the end of a session are not lost without a word', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const member = await openInterrupted(page, product)
  await page.getByLabel('Status').selectOption('Won')
  await pressAfterTheEnd(page, 'Called')
  await signInAgain(page, member)
  const trouble = page.getByRole('alert').filter({ hasText: 'Not saved: Called. Your session had ended.' })
  await expect(trouble).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('Won')

  await button(page, 'Called').click()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await expect(trouble).toHaveCount(0)
  await button(page, 'Save status').click()
  await expect(page.getByText('Status: Won.')).toBeVisible()

  await pressAfterTheEnd(page, 'Take it')
  await signInAgain(page, member)
  await expect(page.getByLabel('Who has it')).toHaveValue(member.email)
  await button(page, 'Assign').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Given to Ana Ortiz')
})

test('who has signed in again elsewhere does not notice that the session before had ended', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const id = await submitProject(product, { lastName: 'Interrupted' })
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const refuseNext = (url: RegExp) =>
    page.route(url, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })

  await refuseNext(/events$/)
  await button(page, 'Called').click()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await refuseNext(/projects\?/)
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await expect(page.getByRole('table')).toContainText('Interrupted')
  await refuseNext(/audit$/)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('list', { name: 'Audit' })).toContainText('signed in')
})

test('whatever stands at the door, and what is behind it, is read out from its heading', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  const { email, token } = await addPerson(product, 'Ana Ortiz')
  const readOut = async (title: string) => {
    await expect(heading(page)).toHaveText(title)
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(`${title} – ${TITLE}`)
  }
  const signIn = async () => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
  }
  await page.goto(`/desk#set=${token}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('New password').press('Enter')
  await readOut('Your password is set')
  await button(page, 'Go to the desk').press('Enter')
  await readOut(SIGN_IN)
  await signIn()
  await readOut('Inbox')
  await button(page, 'Sign out').press('Enter')
  await readOut(SIGN_IN)
  await signIn()
  await readOut('Inbox')
  await page.getByRole('link', { name: 'Audit' }).focus()
  // Who is there now cannot be asked; what was refused is told all the same.
  const askedWho = '**/api/desk/session'
  expectTrouble(/api\/desk\/session/)
  await page.route(askedWho, (route) => route.abort())
  await afterTheEnd(page, () => page.keyboard.press('Enter'))
  await readOut('Your session has ended')
  await page.unroute(askedWho)
  await signIn()
  await readOut('Audit')
})

test('a page that is only opened takes the focus nowhere', async ({ page, product, expectTrouble }) => {
  expectTrouble(NOBODY_THERE)
  const as = await addMember(product)
  const isNowhere = () => page.evaluate(() => document.activeElement === document.body)
  await page.goto('/desk')
  await expect(page).toHaveTitle(`${SIGN_IN} – ${TITLE}`)
  expect(await isNowhere()).toBe(true)
  await openDesk(page, product, { as })
  await page.reload()
  await expect(page).toHaveTitle(`Inbox – ${TITLE}`)
  expect(await isNowhere()).toBe(true)
})

test('a desk that could not be opened opens by itself once the network is back', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/desk\/session/)
  await page.route('**/api/desk/session', (route) => route.abort(), { times: 1 })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(heading(page)).toHaveText('The desk cannot be opened')
  await reconnect(page)
  await expect(heading(page)).toHaveText('Inbox')
})

test('signing out that failed says so until somebody goes on', async ({ page, product, expectTrouble }) => {
  expectTrouble(/api\/desk/)
  await page.clock.install()
  await openDesk(page, product, { as: await addMember(product) })
  await page.context().setOffline(true)
  await button(page, 'Sign out').click()
  const trouble = page.getByRole('alert').filter({ hasText: 'You are still signed in' })
  await expect(trouble).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(trouble).toBeVisible()
  await page.getByRole('link', { name: 'Funnel' }).click()
  await expect(trouble).toHaveCount(0)
})

test('who has signed out is told of that alone, also when an answer comes later', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
  await openDesk(page, product, { as: await addMember(product) })
  await page.getByRole('link', { name: 'Unanswered' }).click()
  await expect(heading(page)).toHaveText('Unanswered')
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/api\/desk\/projects\?/, async (route) => {
    await isFree
    await route.continue()
  })
  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(heading(page)).toHaveText('Inbox')
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText(SIGN_IN)
  const refused = page.waitForResponse(/api\/desk\/projects\?/)
  letGo()
  expect((await refused).status()).toBe(401)
  await page.waitForTimeout(300)
  await expect(heading(page)).toHaveText(SIGN_IN)
})
