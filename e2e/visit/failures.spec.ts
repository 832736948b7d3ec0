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
  savedDialog,
  submit,
} from '../support/visits.ts'
import { waitForScreen, walk } from '../support/walker.ts'

test('an unknown address shows the error view with 404 and a link to the start', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/404/)
  const response = await page.goto('/sec1/')
  expect(response?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await waitForScreen(page, 0)
})

test('an error while rendering shows the error view with its message, which Back leaves', async ({
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

// A container has the files of one build, so after a deploy an open page does not find its later pictures.
test('a visit goes on when pictures are missing, and shows their alternative texts', async ({
  page,
  expectErrors,
}) => {
  expectErrors(
    /^(response: 404|console: Failed to load resource: .* 404 .*) http\S+\.(avif|webp|svg)(#\S+)?$/,
  )
  await page.route(/\.(avif|webp|svg|mp4|webm)$/, (route) => route.fulfill({ status: 404 }))
  await openVisitAt(page, showing('heart'))
  const picture = page.getByRole('img', { name: 'A round kitchen table laid for breakfast' })
  await expect(picture).toHaveJSProperty('naturalWidth', 0)
  await expect(page.locator('main')).toContainText('The kitchen is the heart of the home.')
  await walk(page, { to: showing('remodel-types') })
  await button(page, remodelTypes.major.name).click()
  await expect(heading(page)).toHaveText(remodelTypes.major.name)
  await button(page, 'Close').click()
  await openVisitAt(page, LAST)
  await submit(page)
  await expect(savedDialog(page)).toBeVisible()
})
