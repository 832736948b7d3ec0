import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft.ts'
import { expect, test } from '../support/test.ts'
import {
  answersBefore,
  button,
  continueButton,
  newId,
  openVisitAt,
  openWithDraft,
  storedDraft,
  submit,
} from '../support/visits.ts'
import { waitForScreen, walk } from '../support/walker.ts'

const [, STYLE] = fields.typeOfArchitecture.options
const HOUSE = firstAsking('typeOfArchitecture')
const WISH = firstAsking('newKitchenImportantFeature')

test('Continue where you left off restores the answers, the furthest screen, the history and the id', async ({
  page,
}) => {
  await page.goto('/')
  await expect(continueButton(page)).toHaveCount(0)
  await walk(page, { to: HOUSE + 2, given: { email: 'kept@example.com', typeOfArchitecture: STYLE } })
  await button(page, 'Back').click()
  await waitForScreen(page, HOUSE + 1)
  // The draft is written once nothing has changed for a moment.
  await expect.poll(() => storedDraft(page)).toMatchObject({ furthest: HOUSE + 2 })
  const id = (await storedDraft(page))?.id
  await page.reload()
  await waitForScreen(page, 0)
  await continueButton(page).click()
  await waitForScreen(page, HOUSE + 2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const index of [HOUSE + 1, HOUSE]) {
    await page.goBack()
    await waitForScreen(page, index)
  }
  await expect(page.getByRole('radio', { name: STYLE })).toBeChecked()
  await page.evaluate((steps) => history.go(-steps), HOUSE)
  await waitForScreen(page, 0)
  expect((await storedDraft(page))?.id).toBe(id)
})

test('START HERE starts a new visit, and keeps the earlier one until something is answered', async ({
  page,
}) => {
  const id = newId()
  await openWithDraft(page, { id, answers: answersBefore(9), furthest: 9, open: false })
  await page.getByRole('button', { name: 'START HERE' }).click()
  await waitForScreen(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
  await page.goBack()
  await waitForScreen(page, 0)
  await expect(continueButton(page)).toBeVisible()
  await page.getByRole('button', { name: 'START HERE' }).click()
  await page.locator('[name=email]').fill('new@example.com')
  await page.locator('[name=email]').press('Enter')
  await waitForScreen(page, 2)
  await expect.poll(async () => (await storedDraft(page))?.answers.email).toBe('new@example.com')
  const draft = await storedDraft(page)
  expect(draft?.id).not.toBe(id)
  expect(draft?.answers.projectType).toBe('')
})

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
