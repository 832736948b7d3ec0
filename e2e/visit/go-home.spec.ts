import type { Page } from '@playwright/test'
import { fields } from '../../questionnaire/fields.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { button, countSends, heading, keptDraft, submit, titleOf, visitAt } from '../visits.ts'
import { arrived } from '../walker.ts'

const DETAILS = firstAsking('additionalComments')

test('Go Home goes back one step of the history and never saves again', async ({ page }) => {
  await submitAll(page)
  const sends = countSends(page)
  await button(page, 'Go Home').click()
  await arrived(page, LAST - 1)
  await page.goForward()
  await arrived(page, LAST)
  await expect(button(page, 'Go Home')).toBeVisible()
  await expect(button(page, 'Submit')).toHaveCount(0)
  await button(page, 'Go Home').press('Enter')
  await arrived(page, LAST - 1)
  await button(page, 'Next').click()
  await arrived(page, LAST)
  await button(page, 'Go Home').click()
  await arrived(page, LAST - 1)
  expect(sends).toHaveLength(0)
})

test('Go Home goes to wherever the visitor came to the last screen from', async ({ page }) => {
  await visitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await page
    .getByRole('link', { name: 'Change', description: fields.additionalComments.label, exact: true })
    .click()
  await arrived(page, DETAILS)
  await page.goBack()
  await arrived(page, LAST)
  await page.goForward()
  await arrived(page, DETAILS)
  await page.goBack()
  await arrived(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
  await button(page, 'Go Home').click()
  await arrived(page, LAST - 1)
})

test('The end goes back', async ({ page }) => {
  await visitAt(page, LAST)
  await button(page, 'The end').click()
  await arrived(page, LAST - 1)
  await button(page, 'Next').click()
  await arrived(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
  await button(page, 'The end').click()
  await arrived(page, LAST - 1)
  await expect(heading(page)).toHaveText(titleOf(LAST - 1))
})

test('the back of the browser takes the message away, and has the focus on the heading', async ({ page }) => {
  await visitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').waitFor()
  await page.goBack()
  await arrived(page, LAST - 1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
  await page.goForward()
  await expect(button(page, 'Go Home')).toBeVisible()
})

test('after success nothing more is kept, and the review offers no change', async ({ page }) => {
  await submitAll(page)
  await page.getByText('Review your answers').click()
  await expect(page.locator('.review-row').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change' })).toHaveCount(0)
  await page.reload()
  expect(await keptDraft(page)).toBeNull()
  await expect(button(page, 'Continue where you left off')).toHaveCount(0)
})

test('an answer that is changed after success is kept, and sent with the next Submit', async ({ page }) => {
  await submitAll(page)
  for (let index = LAST; index > DETAILS; index--) await page.goBack()
  await arrived(page, DETAILS)
  await page.locator('[name=additionalComments]').fill('A door to the yard')
  await expect
    .poll(async () => (await keptDraft(page))?.answers.additionalComments)
    .toBe('A door to the yard')
  for (let index = DETAILS; index < LAST; index++) {
    await button(page, 'Next').click()
    await arrived(page, index + 1)
  }
  const sends = countSends(page)
  await submit(page)
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  expect(sends).toHaveLength(1)
  expect(await keptDraft(page)).toBeNull()
})

test('after success the back of the browser to / offers a new start only', async ({ page }) => {
  await submitAll(page)
  await page.evaluate((steps) => history.go(-steps), LAST)
  await arrived(page, 0)
  await expect(button(page, 'Continue where you left off')).toHaveCount(0)
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
  await expect(page.locator('[name=email]')).toHaveValue('')
})

async function submitAll(page: Page) {
  await visitAt(page, LAST)
  await submit(page)
  await button(page, 'Close').click()
}
