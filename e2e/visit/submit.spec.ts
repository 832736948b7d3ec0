import type { Locator, Page, Route } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { expectEmailSays } from '../emails.ts'
import { expect, test } from '../test.ts'
import {
  allAnswers,
  button,
  countSends,
  idOf,
  keptDraft,
  SENDING,
  saved,
  submit,
  visitAt,
} from '../visits.ts'
import { arrived } from '../walker.ts'

const failed = (page: Page) =>
  page.getByRole('dialog', { name: 'Something went wrong. Try again later.', exact: true })

/** One of each kind; every answer that is a failure is in web/visit/send-project.test.ts. */
const failures: readonly { readonly what: string; readonly fail: (route: Route) => Promise<void> }[] = [
  { what: 'the mail service fails (502)', fail: (route) => route.fulfill({ status: 502, body: '{}' }) },
  { what: 'the connection breaks', fail: (route) => route.abort('connectionreset') },
  {
    what: 'the answer is lost after the project was saved',
    async fail(route) {
      await route.fetch()
      await route.abort('connectionreset')
    },
  },
  {
    what: 'a network that wants a login answers instead of the server',
    fail: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }),
  },
  {
    what: 'something in between leads elsewhere',
    fail: (route) => route.fulfill({ status: 303, headers: { location: '/' } }),
  },
]

for (const { what, fail } of failures) {
  test(`when ${what} the visitor is told, and may try again under the same id`, async ({
    page,
    product,
    expectTrouble,
  }) => {
    expectTrouble(/\/api\/projects\//, /ERR_FAILED/)
    await visitAt(page, LAST)
    await page.route(SENDING, fail)
    const id = await submit(page)
    await expectFailure(page)

    await page.unroute(SENDING)
    expect(await submit(page)).toBe(id)
    await expect(saved(page)).toBeVisible()
    expect(product.projects(id)).toHaveLength(1)
    expect(await product.emails(id)).toHaveLength(1)
  })
}

test('what was sent goes on when the page goes, unless it is more than browsers let go on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const original = window.fetch
    window.fetch = (input, init) => {
      if (init?.method === 'PUT') document.documentElement.dataset.keptAlive = String(init.keepalive)
      return original(input, init)
    }
  })
  const long = 'ü'.repeat(5000)
  for (const [words, keptAlive] of [
    ['short', 'true'],
    [long, 'false'],
  ] as const) {
    await visitAt(page, LAST, {
      streetAddress: words,
      firstName: words,
      lastName: words,
      zipCode: words,
      city: words,
      additionalComments: words,
    })
    await submit(page)
    await expect(saved(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-kept-alive', keptAlive)
  }
})

test('offline the visitor is told at once, and is saved once online', async ({
  page,
  context,
  product,
  expectTrouble,
}) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED/)
  await visitAt(page, LAST)
  await context.setOffline(true)
  const id = await submit(page)
  await expectFailure(page)
  await context.setOffline(false)
  expect(await submit(page)).toBe(id)
  await expect(saved(page)).toBeVisible()
  expect(product.projects(id)).toHaveLength(1)
})

test('no answer within 20 seconds is a failure', async ({ page, expectTrouble }) => {
  expectTrouble(/\/api\/projects\//)
  // The browser's own deadline cannot be moved by a clock of the page, so it is made to be told how long it is.
  await page.addInitScript(() => {
    const original = AbortSignal.timeout
    AbortSignal.timeout = (wait) => {
      document.documentElement.dataset.deadline = String(wait)
      return original.call(AbortSignal, 300)
    }
  })
  await visitAt(page, LAST)
  await page.route(SENDING, () => {})
  await submit(page)
  await expectFailure(page)
  await expect(page.locator('html')).toHaveAttribute('data-deadline', '20000')
})

test('after a failure the visitor may go back, change an answer and submit that', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/\/api\/projects\//)
  await visitAt(page, LAST)
  await page.route(SENDING, (route) => route.fulfill({ status: 500, body: '{}' }))
  await submit(page)
  await expectFailure(page)
  await page.unroute(SENDING)
  await page.getByText('Review your answers').click()
  const { label } = fields.additionalComments
  await page.getByRole('link', { name: 'Change', description: label, exact: true }).click()
  await arrived(page, firstAsking('additionalComments'))
  await page.locator('[name=additionalComments]').fill('Changed my mind.')
  for (let index = firstAsking('additionalComments'); index < LAST; index++) {
    await button(page, 'Next').click()
    await arrived(page, index + 1)
  }
  const id = await submit(page)
  await expect(saved(page)).toBeVisible()
  const answers = allAnswers({ additionalComments: 'Changed my mind.' })
  expect(product.projects(id).map((project) => project.answers)).toEqual([answers])
  expectEmailSays((await product.emails(id))[0], answers)
})

test('a double click, Enter with a click, and a held key send one request', async ({ page, product }) => {
  await visitAt(page, LAST)
  const sends = countSends(page)
  // In one task, before anything could be drawn: the overlay alone would be too late.
  await button(page, 'Submit').evaluate((submitButton: HTMLButtonElement) => {
    for (let press = 0; press < 50; press++) submitButton.click()
    submitButton.form?.requestSubmit()
  })
  await expect(saved(page)).toBeVisible()
  expect(sends).toHaveLength(1)
  const [first] = sends
  expect(product.projects(first ? idOf(first) : '')).toHaveLength(1)
  expect(first?.headers()[VERSION_HEADER]).toBe(QUESTIONNAIRE_VERSION)

  await visitAt(page, LAST)
  await button(page, 'Submit').dblclick({ force: true })
  await expect(saved(page)).toBeVisible()
  expect(sends).toHaveLength(2)

  await visitAt(page, LAST)
  await button(page, 'Submit').focus()
  await holdEnter(page, saved(page))
  await expect(button(page, 'Go Home')).toHaveCount(1)
  expect(sends).toHaveLength(3)
})

test('a held key sends a failing project once, and leaves the message to be read', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/503/)
  await visitAt(page, LAST)
  await page.route(SENDING, (route) => route.fulfill({ status: 503, json: {} }))
  const sends = countSends(page)
  await button(page, 'Submit').focus()
  await holdEnter(page, failed(page))
  expect(sends).toHaveLength(1)
})

test('Enter that is held on Close presses nothing below it', async ({ page, expectTrouble }) => {
  expectTrouble(/503/)
  await visitAt(page, LAST)
  const sends = countSends(page)
  await page.route(SENDING, (route) => route.fulfill({ status: 503, json: {} }))
  await button(page, 'Submit').click()
  await expect(failed(page)).toBeVisible()
  await page.keyboard.down('Enter')
  await expect(button(page, 'Submit')).toBeFocused()
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.waitForTimeout(300)
  expect(sends).toHaveLength(1)
  await page.unroute(SENDING)
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
  expect(sends).toHaveLength(2)
})

/** Until well after the message is there, which stays. */
async function holdEnter(page: Page, message: Locator) {
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(message).toBeVisible()
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(message).toBeVisible()
  await page.keyboard.up('Enter')
}

test('success clears the kept visit, and a new start gets a new id', async ({ page }) => {
  await visitAt(page, LAST)
  const id = await submit(page)
  await button(page, 'Close').click()
  expect(await keptDraft(page)).toBeNull()
  await page.goto('/')
  await expect(button(page, 'Continue where you left off')).toHaveCount(0)
  await visitAt(page, LAST)
  expect(await submit(page)).not.toBe(id)
})

/** The failure, in the words of the specification; then back to Submit. */
async function expectFailure(page: Page) {
  await expect(failed(page)).toBeVisible()
  await expect(page.getByText('loading', { exact: true })).toHaveCount(0)
  await expect(button(page, 'Close')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(failed(page)).toHaveCount(0)
  await expect(button(page, 'Submit')).toBeFocused()
  await expect(button(page, 'Go Home')).toHaveCount(0)
}

// As browsers count taps.
for (const { how, taps, pause } of [
  { how: 'taps', taps: [1, 2, 3, 1, 2, 1], pause: 120 },
  { how: 'taps slowly', taps: [1, 2, 3, 4], pause: 450 },
]) {
  test(`somebody who ${how} through the last steps does not press Submit too`, async ({ page }) => {
    const sends = countSends(page)
    await visitAt(page, LAST - 1)
    await page.evaluate(
      async ([details, ms]) => {
        let timeStamp = performance.now()
        for (const detail of details) {
          const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail })
          // So soon, however long the page takes for each of them.
          Object.defineProperty(tap, 'timeStamp', { value: timeStamp })
          timeStamp += ms
          document.querySelector('.bar [type=submit]')?.dispatchEvent(tap)
          await new Promise((resolve) => setTimeout(resolve, 120))
        }
      },
      [taps, pause] as const,
    )
    await arrived(page, LAST)
    await expect(button(page, 'Submit')).toBeVisible()
    await expect(page.getByRole('status')).toBeHidden()
    expect(sends).toHaveLength(0)
  })
}

test('Submit by a key counts as soon as the last screen is there', async ({ page }) => {
  await visitAt(page, LAST - 1)
  const sends = countSends(page)
  await page.evaluate(() => {
    // As a key presses it. Both in one task, so that no moment passes.
    for (let press = 0; press < 2; press++) document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
  })
  await expect(saved(page)).toBeVisible()
  expect(sends).toHaveLength(1)
})

test('a click on Submit counts, however soon after Next it comes', async ({ page }) => {
  await visitAt(page, LAST - 1)
  const place = await button(page, 'Next').boundingBox()
  if (!place) throw new Error('Next is not there')
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
  await expect(saved(page)).toBeVisible()
})
