import type { Page } from '@playwright/test'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { expect, test } from '../support/test.ts'
import { continueButton, openVisitAt, storedDraft } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

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

async function expectFreshLanding(page: Page) {
  await page.waitForURL((url) => url.pathname === pathOf(0))
  await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}
