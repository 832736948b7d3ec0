import type { Locator, Page } from '@playwright/test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { EARLY_HEADER, TRAP_NAME } from '../../questionnaire/visit-signals.ts'
import { expect, test } from '../support/test.ts'
import {
  button,
  heading,
  holdSends,
  idOf,
  openVisitAt,
  recordSends,
  SEND_URL,
  savedDialog,
  storedDraft,
  submit,
} from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const failed = (page: Page) =>
  page.getByRole('dialog', { name: 'Something went wrong. Try again later.', exact: true })

test('when the response is lost after saving, the visitor sees a failure and tries again under the same id', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/\/api\/projects\//, /ERR_FAILED/)
  await openVisitAt(page, LAST)
  await page.route(SEND_URL, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const id = await submit(page)
  await expectFailure(page)

  await page.unroute(SEND_URL)
  expect(await submit(page)).toBe(id)
  await expect(savedDialog(page)).toBeVisible()
  expect(product.projects(id)).toHaveLength(1)
  expect(await product.emails(id)).toHaveLength(1)
})

test('many clicks, or a held Enter key, send one request', async ({ page, product, expectErrors }) => {
  expectErrors(/503/)
  await openVisitAt(page, LAST)
  const sends = recordSends(page)
  // In one task, before anything could be drawn: the overlay alone would be too late.
  await button(page, 'Submit').evaluate((submitButton: HTMLButtonElement) => {
    for (let press = 0; press < 50; press++) submitButton.click()
    submitButton.form?.requestSubmit()
  })
  await expect(savedDialog(page)).toBeVisible()
  expect(sends).toHaveLength(1)
  const [first] = sends
  expect(product.projects(first ? idOf(first) : '')).toHaveLength(1)
  expect(first?.headers()[VERSION_HEADER]).toBe(QUESTIONNAIRE_VERSION)

  await openVisitAt(page, LAST)
  await page.route(SEND_URL, (route) => route.fulfill({ status: 503, json: {} }))
  await button(page, 'Submit').focus()
  await holdEnter(page, failed(page))
  expect(sends).toHaveLength(2)
})

/** Holds Enter until well after the dialog has opened. It must stay open. */
async function holdEnter(page: Page, dialog: Locator) {
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(dialog).toBeVisible()
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.up('Enter')
}

test('a visitor who taps quickly through the last steps does not press Submit', async ({ page }) => {
  const sends = recordSends(page)
  await openVisitAt(page, LAST - 1)
  await page.evaluate(async () => {
    let timeStamp = performance.now()
    // The counts that browsers report for quick taps.
    for (const detail of [1, 2, 3, 1, 2, 1]) {
      const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail })
      Object.defineProperty(tap, 'timeStamp', { value: timeStamp })
      timeStamp += 120
      document.querySelector('.bar [type=submit]')?.dispatchEvent(tap)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
  })
  await waitForScreen(page, LAST)
  await expect(page.getByRole('status')).toBeHidden()
  expect(sends).toHaveLength(0)
})

test('Submit works by keyboard and mouse as soon as the last screen appears', async ({ page }) => {
  await openVisitAt(page, LAST - 1)
  const sends = recordSends(page)
  // Like key presses, and both in one task, so that no time passes.
  await page.evaluate(() => {
    for (let press = 0; press < 2; press++) document.querySelector<HTMLElement>('.bar [type=submit]')?.click()
  })
  await expect(savedDialog(page)).toBeVisible()
  expect(sends).toHaveLength(1)

  await openVisitAt(page, LAST - 1)
  const place = await button(page, 'Next').boundingBox()
  if (!place) throw new Error('Next is not there')
  for (let press = 0; press < 2; press++) await page.mouse.click(place.x + 20, place.y + 20)
  await expect(savedDialog(page)).toBeVisible()
})

test('nothing is sent before Submit, also when the page is left', async ({ page }) => {
  await openVisitAt(page, LAST_WITH_QUESTIONS, sampleAnswers())
  const sends = recordSends(page)
  await expect(page.locator(`[name=${TRAP_NAME}]`)).toHaveCount(0)
  for (let index = LAST_WITH_QUESTIONS; index < LAST; index++) {
    await waitForScreen(page, index)
    await button(page, 'Next').click()
  }
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  expect(sends).toHaveLength(0)
  await submit(page)
  expect(Object.keys(sends[0]?.headers() ?? {})).not.toContain(EARLY_HEADER)
})

test('going back while sending still ends with one project and Go Home', async ({ page, product }) => {
  await openVisitAt(page, LAST)
  const sends = recordSends(page)
  const release = await holdSends(page)
  const id = await submit(page)
  await page.goBack()
  await waitForScreen(page, LAST - 1)
  release()
  await expect(savedDialog(page)).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  await button(page, 'Close').click()
  await button(page, 'Next').click()
  await waitForScreen(page, LAST)
  await expect(button(page, 'Go Home')).toBeVisible()
  expect(sends).toHaveLength(1)
  expect(product.projects(id)).toHaveLength(1)
})

test('after success there is no draft and no Change, and Go Home and The end go back without sending', async ({
  page,
}) => {
  await submitAll(page)
  expect(await storedDraft(page)).toBeNull()
  await page.getByText('Review your answers').click()
  await expect(page.locator('.review-row').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0)
  const sends = recordSends(page)
  for (const name of ['Go Home', 'The end']) {
    await button(page, name).click()
    await waitForScreen(page, LAST - 1)
    await page.goForward()
    await waitForScreen(page, LAST)
    await expect(button(page, 'Submit')).toHaveCount(0)
  }
  expect(sends).toHaveLength(0)
})

test('after success the screen says what happens next and when, and prints', async ({ page }) => {
  await openVisitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByText('What happens next')).toHaveCount(0)
  await submit(page)
  await button(page, 'Close').click()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeInViewport()
  await expect(page.locator('.after')).toContainText('We are open Monday to Friday, 8 AM to 6 PM.')
  // Off, or not given.
  await expect(page.getByText(/on its way|Call us/)).toHaveCount(0)
  const printed = page.evaluate(
    () => new Promise((resolve) => addEventListener('beforeprint', resolve, { once: true })),
  )
  await button(page, 'Print').click()
  await printed
})

test("the browser's Back closes the message and focuses the heading", async ({ page }) => {
  await openVisitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').waitFor()
  await page.goBack()
  await waitForScreen(page, LAST - 1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

async function submitAll(page: Page) {
  await openVisitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
}

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
