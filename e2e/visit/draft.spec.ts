import type { Page, Request } from '@playwright/test'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { expect, test } from '../support/test.ts'
import { button, continueButton, heading, openVisitAt, storedDraft } from '../support/visits.ts'
import { waitForScreen, walk } from '../support/walker.ts'

const EMAIL = firstAsking('email')
const WISH = firstAsking('newKitchenImportantFeature')

test('the last words typed are kept when the page goes away or to the background at once', async ({
  page,
}) => {
  await openVisitAt(page, WISH)
  // In one task, so that no timer can run.
  await page.getByRole('textbox').evaluate((box: HTMLTextAreaElement) => {
    box.focus()
    document.execCommand('insertText', false, 'A window over the sink')
    location.reload()
  })
  await waitForScreen(page, 0)
  await continueButton(page).click()
  await waitForScreen(page, WISH)
  await expect(page.getByRole('textbox')).toHaveValue('A window over the sink')
  await page.getByRole('textbox').evaluate((box: HTMLTextAreaElement) => {
    box.focus()
    document.execCommand('insertText', false, ', and a lamp')
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await storedDraft(page))?.answers.newKitchenImportantFeature).toContain('and a lamp')
})

test('a page from the back/forward cache continues its visit, unless another page changed it', async ({
  page,
}) => {
  await page.clock.install()
  await openVisitAt(page, WISH)
  const id = (await storedDraft(page))?.id
  const dispatch = (name: string) =>
    page.evaluate((type) => {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    }, name)
  await page.getByRole('textbox').fill('A window')
  await dispatch('pagehide')
  expect(await storedDraft(page)).toMatchObject({ id, open: false })
  await page.clock.fastForward(1000)
  expect(await storedDraft(page)).toMatchObject({ id, open: false })
  await dispatch('pageshow')
  expect(await storedDraft(page)).toMatchObject({ id, open: true })
  await dispatch('pagehide')
  // Another page of the tab continues the visit in the meantime.
  await page.evaluate((key) => {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.setItem(key, text.replace('A window', 'Two windows'))
  }, DRAFT_KEY)
  await dispatch('pageshow')
  await waitForScreen(page, 0)
  await continueButton(page).click()
  await waitForScreen(page, WISH)
  await expect(page.getByRole('textbox')).toHaveValue('Two windows')
})

test('a new tab offers the visit of a closed tab, and deletes it', async ({ page, context }) => {
  await openVisitAt(page, WISH)
  await page.getByRole('textbox').fill('A window over the sink')
  await page.close({ runBeforeUnload: true })
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByText(/^Last changed [A-Z][a-z]{2} \d/)).toBeVisible()
  await continueButton(tab).click()
  await waitForScreen(tab, EMAIL)
  await tab.getByRole('textbox').fill('grace@kitchens.example')
  await tab.keyboard.press('Enter')
  await waitForScreen(tab, WISH)
  await expect(tab.getByRole('textbox')).toHaveValue('A window over the sink')
  await tab.close({ runBeforeUnload: true })

  const last = await context.newPage()
  await last.goto('/')
  await button(last, 'Delete').click()
  await expect(button(last, 'Keep')).toBeFocused()
  await button(last.getByRole('dialog'), 'Delete').click()
  await expect(heading(last)).toBeFocused()
  await expect(continueButton(last)).toHaveCount(0)
  await last.reload()
  await button(last, 'START HERE').click()
  await waitForScreen(last, EMAIL)
})

test('a link continues the visit on another device, under a new id', async ({
  page,
  context,
  browser,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openVisitAt(page, WISH, { newKitchenImportantFeature: 'A window over the sink' })
  await button(page, 'Continue on another device').click()
  await expect(page.getByRole('link', { name: 'Email it to yourself' })).toHaveAttribute('href', /^mailto:/)
  await button(page, 'Copy the link').click()
  await expect(page.getByRole('status')).toHaveText('Link copied')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Continue on another device')).toBeFocused()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const other = await browser.newContext({ baseURL: product.url })
  const second = await other.newPage()
  const requests: Request[] = []
  second.on('request', (request) => requests.push(request))
  await second.goto(link)
  await expect(second).toHaveURL('/')
  await expect(linkedButton(second)).toBeVisible()
  await second.reload()
  await linkedButton(second).click()
  await waitForScreen(second, EMAIL)
  await second.getByRole('textbox').fill('grace@kitchens.example')
  await second.keyboard.press('Enter')
  await waitForScreen(second, WISH)
  await expect(second.getByRole('textbox')).toHaveValue('A window over the sink')
  await expect.poll(() => storedDraft(second)).toBeTruthy()
  expect((await storedDraft(second))?.id).not.toBe((await storedDraft(page))?.id)
  const [, code = ''] = link.split('#')
  for (const request of requests) {
    const sent = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`
    expect(sent).not.toContain(code.slice(0, 30))
  }
  await second.goto('/')
  await expect(continueButton(second)).toBeVisible()
  await expect(linkedButton(second)).toHaveCount(0)
  await other.close()
})

test('a link that was pasted into an open page and cut off says so, and START HERE works', async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/#visit=1.VZDR')
  await expect(page.getByText('This link cannot be read.')).toBeVisible()
  await button(page, 'START HERE').click()
  await waitForScreen(page, EMAIL)
})

test('full storage does not disturb a visit', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto('/')
  await walk(page, { to: WISH })
})

test('a link to any screen opens the landing', async ({ page }) => {
  const response = await page.goto(`${pathOf(LAST)}?x=1#y`)
  expect(response?.status()).toBe(200)
  await expectFreshLanding(page)
})

test('a reload opens the landing with empty answers, and so does Back after it', async ({ page }) => {
  await openVisitAt(page, WISH, { email: 'kept@example.com' })
  await page.reload()
  await expectFreshLanding(page)
  await page.goBack()
  await expectFreshLanding(page)
  await page.getByRole('button', { name: 'START HERE' }).click()
  await waitForScreen(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
  await page.goBack()
  await waitForScreen(page, 0)
})

const linkedButton = (page: Page) => button(page, 'Continue from your link')

async function expectFreshLanding(page: Page) {
  await page.waitForURL((url) => url.pathname === pathOf(0))
  await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}
