import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { expect, test } from '../support/test.ts'
import { continueButton, openVisitAt, storedDraft, submit } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

const WISH = firstAsking('newKitchenImportantFeature')

test('a duplicated tab gets an id of its own, and the first tab keeps its project', async ({
  page,
  product,
}) => {
  await openVisitAt(page, LAST)
  await expect.poll(() => storedDraft(page)).toMatchObject({ furthest: LAST, open: true })

  const copy = await duplicate(page)
  await continueButton(copy).click()
  await waitForScreen(copy, LAST)
  const second = await submit(copy)
  await expect(copy.getByRole('dialog')).toBeVisible()
  const first = await submit(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(second).not.toBe(first)
  expect(product.projects(first)).toHaveLength(1)
  expect(product.projects(second)).toHaveLength(1)
})

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

/** Does what browsers do: opens a tab with a copy of the first one's storage, while the first stays open. */
async function duplicate(page: Page): Promise<Page> {
  const storage = await page.evaluate(() => JSON.stringify(sessionStorage))
  const copy = await page.context().newPage()
  await copy.addInitScript((text) => {
    if (sessionStorage.length > 0) return
    for (const [key, value] of Object.entries(JSON.parse(text))) sessionStorage.setItem(key, String(value))
  }, storage)
  await copy.goto(page.url())
  return copy
}
