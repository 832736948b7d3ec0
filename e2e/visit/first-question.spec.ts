import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { continueButton, heading, storedDraft, titleOf } from '../support/visits.ts'
import { nextButton, waitForScreen } from '../support/walker.ts'

const EMAIL = 'grace@kitchens.example'

/** Opens a page whose script loads only once the returned function is called. */
async function openWithoutScript(page: Page, { path = '/', script = 'visit' } = {}) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(`**/assets/${script}-*.js`, async (route) => route[await isReleased](), { times: 1 })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

/** Clicks without waiting for the page to load, because its script is held back. */
const press = (page: Page, screen: number) => nextButton(page, screen).click({ noWaitAfter: true })

const emailBox = (page: Page) => page.getByRole('textbox', { name: 'Email:' })

/** The script removes this element a moment after it has taken over. */
const waitForScript = (page: Page) => expect(page.getByRole('status')).toHaveCount(0)

test('the script takes over the first question as it is: text, caret, focus and scroll position', async ({
  page,
  expectErrors,
}) => {
  // Web fonts are blocked, because they may load in the meantime and move the text.
  expectErrors(/woff2/)
  await page.route(/woff2$/, (route) => route.abort())
  await page.setViewportSize({ width: 390, height: 500 })
  const release = await openWithoutScript(page)
  await press(page, 0)
  await waitForScreen(page, 1)
  await expect(page).toHaveTitle(`${titleOf(1)} – Step 1 of 28 – 127.0.0.1`)
  await expect(heading(page)).toBeFocused()

  await emailBox(page).pressSequentially('race@kitchens.example')
  await emailBox(page).press('Home')
  const found = await page.evaluateHandle(() => {
    scrollTo(0, 120)
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift' })
    return { box: document.activeElement, top: scrollY, shift: () => shift }
  })
  release('continue')
  await waitForScript(page)
  const storedEmail = async () => (await storedDraft(page))?.answers.email
  await expect.poll(storedEmail).toBe('race@kitchens.example')
  await page.keyboard.type('g')
  await expect(emailBox(page)).toHaveValue(EMAIL)
  expect(
    await found.evaluate(({ box, top, shift }) => ({
      isSameBox: box === document.querySelector('input[name=email]'),
      moved: scrollY - top,
      shift: shift(),
    })),
  ).toEqual({ isSameBox: true, moved: 0, shift: 0 })
  await expect.poll(storedEmail).toBe(EMAIL)
})

test('the button of the first question waits for the script once the answer is valid', async ({ page }) => {
  const release = await openWithoutScript(page)
  await press(page, 0)
  await press(page, 1)
  await expect(emailBox(page)).toBeFocused()
  await emailBox(page).fill(EMAIL)
  await press(page, 1)
  await expect(page.locator('#root')).toHaveAttribute('data-next')
  await expect(page).toHaveURL('/sec1')
  release('continue')
  await waitForScreen(page, 2)
  await expect(heading(page)).toBeFocused()
  await expect.poll(async () => (await storedDraft(page))?.answers.email).toBe(EMAIL)
})

test('without the script, Back leads to the landing and Forward to the first question', async ({ page }) => {
  const release = await openWithoutScript(page, { path: '/sec5' })
  await press(page, 0)
  await waitForScreen(page, 1)
  await emailBox(page).fill(EMAIL)
  await page.goBack()
  await waitForScreen(page, 0)
  await expect(page).toHaveTitle('127.0.0.1')
  await page.goForward()
  await expect(emailBox(page)).toHaveValue(EMAIL)
  release('continue')
  await waitForScript(page)
  await page.goBack()
  await waitForScreen(page, 0)
  await continueButton(page).click()
  await expect(emailBox(page)).toHaveValue(EMAIL)
})

test('START HERE pressed before any script has loaded shows the first question', async ({ page }) => {
  const release = await openWithoutScript(page, { script: 'bootstrap' })
  await press(page, 0)
  await expect(page).toHaveURL('/#start')
  await page.route('**/assets/visit-*.js', () => {})
  release('continue')
  await waitForScreen(page, 1)
})

test('the second click of a double click on START HERE does not press the button of the first question', async ({
  page,
}) => {
  await openWithoutScript(page)
  await press(page, 0)
  await nextButton(page, 1).dispatchEvent('click', { detail: 2 })
  await expect(emailBox(page)).not.toBeFocused()
})
