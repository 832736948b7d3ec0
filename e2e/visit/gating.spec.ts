import type { Page } from '@playwright/test'
import { noAnswers } from '../../questionnaire/answers.ts'
import { fields } from '../../questionnaire/fields.ts'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import {
  allAnswers,
  answersBefore,
  button,
  continueButton,
  countSends,
  heading,
  openWithDraft,
  someId,
  titleOf,
  visitAt,
} from '../visits.ts'
import { arrived, goodAnswer, walk } from '../walker.ts'

const WISH = firstAsking('newKitchenImportantFeature')
const CONTACT = firstAsking('firstName')

for (const path of [pathOf(1), pathOf(WISH), pathOf(LAST), `${pathOf(LAST)}?x=1#y`]) {
  test(`a deep link to ${path} lands on / with nothing answered`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expectFreshLanding(page)
  })
}

test('a reload anywhere lands on / with every answer empty', async ({ page }) => {
  for (const index of [1, WISH, CONTACT, LAST]) {
    await visitAt(page, index, { email: 'kept@example.com' })
    await page.reload()
    await expectFreshLanding(page)
    await page.getByRole('button', { name: 'START HERE' }).click()
    await expect(page.locator('[name=email]')).toHaveValue('')
  }
})

test('after a reload the back of the browser meets an empty visit, and so the landing', async ({ page }) => {
  await page.goto('/')
  await walk(page, { to: 6 })
  await page.reload()
  await expectFreshLanding(page)
  await page.goBack()
  await expectFreshLanding(page)
  await page.goBack()
  await expectFreshLanding(page)
})

test('the forward of the browser does not pass a field that was cleared', async ({ page }) => {
  await visitAt(page, WISH + 4)
  for (let index = WISH + 4; index > WISH; index--) await page.goBack()
  await arrived(page, WISH)
  await page.getByRole('textbox').fill('')
  for (let wanted = WISH + 1; wanted <= WISH + 4; wanted++) {
    await page.goForward()
    await arrived(page, WISH)
    await expect(heading(page)).toHaveText(titleOf(WISH))
  }
  await page.getByRole('textbox').fill('A window')
  await button(page, 'Next').click()
  await arrived(page, WISH + 1)
  await button(page, 'Back').click()
  await arrived(page, WISH)
})

test('after a reload and the back of the browser, a new visit begins at the landing', async ({ page }) => {
  await visitAt(page, 8)
  await page.reload()
  await page.goBack()
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
  await page.locator('[name=email]').fill('jane@example.com')
  await page.goBack()
  await arrived(page, 0)
})

test('a cleared e-mail address asked for again is wanted there, and holds up nobody who goes back', async ({
  page,
}) => {
  await visitAt(page, CONTACT + 1)
  await page.goBack()
  await arrived(page, CONTACT)
  await page.getByLabel(fields.email.label, { exact: true }).fill('')
  await page.goForward()
  await arrived(page, CONTACT)
  await button(page, 'Back').click()
  await arrived(page, CONTACT - 1)
  await button(page, 'Next').click()
  await arrived(page, CONTACT)
  await expect(page.getByLabel(fields.email.label, { exact: true })).toHaveValue('')
})

test("a 'Change' that empties an answer leads Submit to it instead of sending", async ({ page }) => {
  await visitAt(page, LAST)
  const sends = countSends(page)
  await page.getByText('Review your answers').click()
  await page.getByRole('link', { name: 'Change', description: titleOf(WISH) }).click()
  await arrived(page, WISH)
  await page.getByRole('textbox').fill('')
  await page.getByRole('textbox').blur()
  await page.goBack()
  await arrived(page, WISH)
  await expect(page.getByRole('textbox'), 'is said to be why').toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox')).toBeFocused()
  await expect(button(page, 'Submit')).toHaveCount(0)
  expect(sends).toHaveLength(0)
})

test('Submit with a record the judge refuses goes to the first failing screen', async ({ page }) => {
  await visitAt(page, LAST)
  const sends = countSends(page)
  // No way of walking leads here, so the judge is made to see what a fault might leave behind.
  await page.evaluate((firstName) => {
    const trim = String.prototype.trim
    String.prototype.trim = function () {
      return String(this) === firstName ? '' : trim.call(this)
    }
  }, goodAnswer('firstName'))
  await button(page, 'Submit').click()
  await arrived(page, CONTACT)
  await expect(heading(page)).toBeFocused()
  expect(sends).toHaveLength(0)
})

test('a kept visit with holes is taken up at the first of them, however far it had come', async ({
  page,
}) => {
  const answers = { ...allAnswers(), newKitchenImportantFeature: '', firstName: '' }
  await openWithDraft(page, { id: someId(), answers, furthest: LAST, open: false })
  await continueButton(page).click()
  await arrived(page, WISH)
  await page.getByRole('textbox').fill('A window')
  for (let index = WISH; index < CONTACT; index++) {
    await button(page, 'Next').click()
    await arrived(page, index + 1)
  }
  await button(page, 'Next').click()
  await expect(page.locator('[name=firstName]')).toBeFocused()
  await arrived(page, CONTACT)
})

test('a kept visit with answers that are no longer options is taken up at the first of them', async ({
  page,
}) => {
  const answers = answersBefore(CONTACT, { typeOfHome: 'Castle' })
  await openWithDraft(page, { id: someId(), answers, furthest: CONTACT, open: false })
  await continueButton(page).click()
  await arrived(page, firstAsking('typeOfHome'))
  await expect(page.locator('[name=typeOfHome]')).toHaveValue('')
  await button(page, 'Next').click()
  await expect(page.locator('[name=typeOfHome]')).toBeFocused()
})

test('a kept visit without any answer is none', async ({ page }) => {
  await openWithDraft(page, { id: someId(), answers: noAnswers, furthest: CONTACT, open: false })
  await expectFreshLanding(page)
  await expect(continueButton(page)).toHaveCount(0)
})

async function expectFreshLanding(page: Page) {
  await page.waitForURL((url) => url.pathname === pathOf(0))
  await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}
