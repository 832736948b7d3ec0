import { remodelTypes } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import {
  answersBefore,
  button,
  continueButton,
  heading,
  newId,
  openVisitAt,
  openWithDraft,
} from '../support/visits.ts'
import { waitForScreen, walk } from '../support/walker.ts'

test('an unknown address shows the error view with 404', async ({ page, expectErrors }) => {
  expectErrors(/404/)
  const response = await page.goto('/sec1/')
  expect(response?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible()
})

test('an error while rendering shows the error view with its message, and Back leads out of it', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/The calendar is missing/)
  // The last screen writes today's date into the brief.
  await page.addInitScript(() => {
    Date.prototype.toDateString = () => {
      throw new RangeError('The calendar is missing')
    }
  })
  await openWithDraft(page, { id: newId(), answers: answersBefore(LAST), furthest: LAST, open: false })
  await continueButton(page).click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expect(page.getByText('The calendar is missing', { exact: true })).toBeVisible()
  await expect(button(page, 'Submit')).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeHidden()
  await page.goBack()
  await waitForScreen(page, LAST - 1)
})

test('pictures that cannot be loaded do not stop a visit', async ({ page, expectErrors }) => {
  expectErrors(/\.(avif|webp|svg|jpg|mp4|webm)/)
  await page.route(/\.(avif|webp|svg|jpg|mp4|webm)$/, (route) => route.abort())
  await openVisitAt(page, showing('heart'))
  await walk(page, { to: showing('remodel-types') })
  await button(page, remodelTypes.major.name).click()
  await expect(heading(page)).toHaveText(remodelTypes.major.name)
  await button(page, 'Close').click()
  await button(page, 'Next').click()
  await waitForScreen(page, showing('remodel-types') + 1)
})
