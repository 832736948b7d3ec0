import type { Locator, Page, Route } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { expectEmailSays } from '../emails.ts'
import { expect, test } from '../test.ts'
import {
  allAnswers,
  button,
  continueButton,
  countSends,
  holdSends,
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

/** Two of the failures; web/visit/send-project.test.ts has all of them. */
const failures: readonly { readonly what: string; readonly fail: (route: Route) => Promise<void> }[] = [
  { what: 'the mail service fails (502)', fail: (route) => route.fulfill({ status: 502, body: '{}' }) },
  {
    what: 'the response is lost after the project was saved',
    async fail(route) {
      await route.fetch()
      await route.abort('connectionreset')
    },
  },
]

for (const { what, fail } of failures) {
  test(`when ${what} the visitor sees it and can try again under the same id`, async ({
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

test('an offline visitor sees the failure at once, and is saved once online', async ({
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

test('after a failure the visitor can change an answer and submit that', async ({
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

test('many clicks, or a held Enter key, send one request', async ({ page, product, expectTrouble }) => {
  expectTrouble(/503/)
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
  await page.route(SENDING, (route) => route.fulfill({ status: 503, json: {} }))
  await button(page, 'Submit').focus()
  await holdEnter(page, failed(page))
  expect(sends).toHaveLength(2)
})

/** Holds Enter until well after the dialog is open, which must stay open. */
async function holdEnter(page: Page, dialog: Locator) {
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(dialog).toBeVisible()
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.up('Enter')
}

test('a visitor who taps quickly through the last steps does not press Submit', async ({ page }) => {
  const sends = countSends(page)
  await visitAt(page, LAST - 1)
  await page.evaluate(async () => {
    let timeStamp = performance.now()
    // As browsers count taps.
    for (const detail of [1, 2, 3, 1, 2, 1]) {
      const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail })
      Object.defineProperty(tap, 'timeStamp', { value: timeStamp })
      timeStamp += 120
      document.querySelector('.bar [type=submit]')?.dispatchEvent(tap)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
  })
  await arrived(page, LAST)
  await expect(page.getByRole('status')).toBeHidden()
  expect(sends).toHaveLength(0)
})

test('Submit pressed by keyboard or mouse counts as soon as the last screen is there', async ({ page }) => {
  await visitAt(page, LAST - 1)
  const sends = countSends(page)
  // As a key presses it. Both in one task, so that no time passes.
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++) document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
  })
  await expect(saved(page)).toBeVisible()
  expect(sends).toHaveLength(1)

  await visitAt(page, LAST - 1)
  const place = await button(page, 'Next').boundingBox()
  if (!place) throw new Error('Next is not there')
  for (let press = 0; press < 2; press++) await page.mouse.click(place.x + 20, place.y + 20)
  await expect(saved(page)).toBeVisible()
})

test('a visitor who closes the tab after Submit is saved and e-mailed', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/PUT .*ERR_ABORTED/)
  await visitAt(page, LAST)
  const id = await submit(page)
  await page.close()
  await expect.poll(() => product.projects(id).length).toBe(1)
  await expect.poll(async () => (await product.emails(id)).length).toBe(1)
})

test('a reload while sending, and Submit once more, make one project', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/PUT .*ERR_ABORTED/)
  await visitAt(page, LAST)
  const id = await submit(page)
  await page.reload()
  // If the response came before the reload, there is nothing to continue.
  if (await keptDraft(page)) {
    await continueButton(page).click()
    await arrived(page, LAST)
    expect(await submit(page)).toBe(id)
    await expect(saved(page)).toBeVisible()
  }
  expect(product.projects(id)).toHaveLength(1)
  await expect.poll(async () => (await product.emails(id)).length).toBe(1)
})

test("the browser's Back while sending ends with one project and Go Home", async ({ page, product }) => {
  await visitAt(page, LAST)
  const sends = countSends(page)
  const letGo = await holdSends(page)
  const id = await submit(page)
  await page.goBack()
  await arrived(page, LAST - 1)
  letGo()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  await button(page, 'Close').click()
  await button(page, 'Next').click()
  await arrived(page, LAST)
  await expect(button(page, 'Go Home')).toBeVisible()
  expect(sends).toHaveLength(1)
  expect(product.projects(id)).toHaveLength(1)
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
