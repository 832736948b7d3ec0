import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { SETTLING_MS } from '../../web/ui/use-settled.ts'
import { DRAFT_KEY } from '../../web/visit/draft.ts'
import { expect, test } from '../test.ts'
import {
  allAnswers,
  answersBefore,
  button,
  continueButton,
  keptDraft,
  openWithDraft,
  someId,
  submit,
  visitAt,
} from '../visits.ts'
import { arrived, walk } from '../walker.ts'

const [, STYLE] = fields.typeOfArchitecture.options
const HOUSE = firstAsking('typeOfArchitecture')
const WISH = firstAsking('newKitchenImportantFeature')

/** A page that is none of the visit's. */
const ELSEWHERE = '/healthz'

test('Continue where you left off restores the answers, the furthest step, the history and the id', async ({
  page,
}) => {
  await page.goto('/')
  await expect(continueButton(page)).toHaveCount(0)
  await walk(page, { to: HOUSE + 2, given: { email: 'kept@example.com', typeOfArchitecture: STYLE } })
  await button(page, 'Back').click()
  await arrived(page, HOUSE + 1)
  // It is kept once nothing has changed for a moment.
  await expect.poll(() => keptDraft(page)).toMatchObject({ furthest: HOUSE + 2 })
  const id = (await keptDraft(page))?.id
  await page.reload()
  await arrived(page, 0)
  await continueButton(page).click()
  await arrived(page, HOUSE + 2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const index of [HOUSE + 1, HOUSE]) {
    await page.goBack()
    await arrived(page, index)
  }
  await expect(page.getByRole('radio', { name: STYLE })).toBeChecked()
  for (let index = HOUSE - 1; index > 1; index--) {
    await button(page, 'Back').click()
    await arrived(page, index)
  }
  await page.goBack()
  await arrived(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('kept@example.com')
  await page.goBack()
  await arrived(page, 0)
  expect((await keptDraft(page))?.id).toBe(id)
})

test('a visit taken up again is submitted under the id it began with', async ({ page, product }) => {
  const id = someId()
  await openWithDraft(page, { id, answers: allAnswers(), furthest: LAST, open: false })
  for (let time = 0; time < 2; time++) {
    await continueButton(page).waitFor()
    await page.reload()
  }
  await continueButton(page).click()
  await arrived(page, LAST)
  expect(await submit(page)).toBe(id)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(product.projects(id)).toHaveLength(1)
})

test('START HERE begins anew, with a new id and nothing answered', async ({ page }) => {
  const id = someId()
  await openWithDraft(page, { id, answers: answersBefore(20), furthest: 20, open: false })
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
  await page.locator('[name=email]').fill('new@example.com')
  await page.locator('[name=email]').press('Enter')
  await arrived(page, 2)
  await expect.poll(async () => (await keptDraft(page))?.answers.email).toBe('new@example.com')
  const draft = await keptDraft(page)
  expect(draft?.id).not.toBe(id)
  expect(draft?.answers.projectType).toBe('')
})

test('START HERE begins anew within one page too', async ({ page }) => {
  await visitAt(page, 3)
  const id = (await keptDraft(page))?.id
  await page.evaluate(() => history.go(-3))
  await arrived(page, 0)
  // By then the first screen is made ahead, with what was answered on it.
  await page.waitForTimeout(2 * SETTLING_MS)
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
  await page.locator('[name=email]').fill('new@example.com')
  await expect.poll(async () => (await keptDraft(page))?.answers.email).toBe('new@example.com')
  expect((await keptDraft(page))?.id).not.toBe(id)
})

test('START HERE keeps the earlier visit until something new is answered', async ({ page }) => {
  await openWithDraft(page, { id: someId(), answers: answersBefore(9), furthest: 9, open: false })
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
  await page.goBack()
  await arrived(page, 0)
  await continueButton(page).click()
  await arrived(page, 9)
})

test('a duplicated tab gets an id of its own, and the first tab keeps its project', async ({
  page,
  context,
  product,
}) => {
  await visitAt(page, LAST)
  await expect.poll(() => keptDraft(page)).toMatchObject({ furthest: LAST, open: true })

  const twin = await duplicate(page)
  await expect(continueButton(twin)).toBeVisible()
  await continueButton(twin).click()
  await arrived(twin, LAST)
  const second = await submit(twin)
  await expect(twin.getByRole('dialog')).toBeVisible()
  const first = await submit(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(second).not.toBe(first)
  expect(product.projects(first)).toHaveLength(1)
  expect(product.projects(second)).toHaveLength(1)
  expect(context.pages()).toHaveLength(2)
})

test('what was typed last is kept when the page goes away at once', async ({ page }) => {
  await visitAt(page, WISH)
  // In one task: typed, and the page told that it goes away before any timer could run.
  await page.getByRole('textbox').evaluate((box: HTMLTextAreaElement) => {
    box.focus()
    document.execCommand('insertText', false, 'A window over the sink')
    location.reload()
  })
  await arrived(page, 0)
  await continueButton(page).click()
  await arrived(page, WISH)
  await expect(page.getByRole('textbox')).toHaveValue('A window over the sink')
})

test('what was typed is kept when the tab goes to the background', async ({ page }) => {
  await visitAt(page, WISH)
  await page.getByRole('textbox').evaluate((box: HTMLTextAreaElement) => {
    box.focus()
    document.execCommand('insertText', false, 'A window')
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const text = await page.evaluate((key) => sessionStorage.getItem(key), DRAFT_KEY)
  expect(text).toContain('A window')
})

test('a visitor who goes to another page and comes back goes on where they were', async ({ page }) => {
  await visitAt(page, WISH)
  await page.getByRole('textbox').fill('A window')
  await page.goto(ELSEWHERE)
  await page.goBack()
  // The browser may have kept the page whole, or has to load it anew.
  await continueButton(page).or(page.getByRole('textbox')).waitFor()
  if (await continueButton(page).isVisible()) await continueButton(page).click()
  await arrived(page, WISH)
  await expect(page.getByRole('textbox')).toHaveValue('A window')
})

test('a page that the browser kept whole takes its visit up again when it is shown', async ({ page }) => {
  await page.clock.install()
  await visitAt(page, WISH)
  const id = (await keptDraft(page))?.id
  const tell = (name: string) =>
    page.evaluate((type) => {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    }, name)
  await page.getByRole('textbox').fill('A window')
  await tell('pagehide')
  expect(await keptDraft(page)).toMatchObject({ id, open: false })
  // What was typed just before is kept a moment later once more.
  await page.clock.fastForward(1000)
  expect(await keptDraft(page)).toMatchObject({ id, open: false })
  await tell('pageshow')
  expect(await keptDraft(page)).toMatchObject({ id, open: true })
  await tell('pagehide')
  // What another page of the tab does that takes the visit up meanwhile.
  await page.evaluate((key) => {
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.setItem(key, text.replace('A window', 'Two windows'))
  }, DRAFT_KEY)
  await tell('pageshow')
  await arrived(page, 0)
  await continueButton(page).click()
  await arrived(page, WISH)
  await expect(page.getByRole('textbox')).toHaveValue('Two windows')
  await expect.poll(async () => (await keptDraft(page))?.id).toBe(id)
})

/** What a browser does: a new tab with a copy of the first one's storage, while the first stays open. */
async function duplicate(page: Page): Promise<Page> {
  const storage = await page.evaluate(() => JSON.stringify(sessionStorage))
  const twin = await page.context().newPage()
  await twin.addInitScript((text) => {
    if (sessionStorage.length > 0) return
    for (const [key, value] of Object.entries(JSON.parse(text))) sessionStorage.setItem(key, String(value))
  }, storage)
  await twin.goto(page.url())
  return twin
}
