import { remodelTypes } from '../../questionnaire/business.ts'
import { LAST } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../test.ts'
import { answersBefore, button, continueButton, heading, openWithDraft, someId, visitAt } from '../visits.ts'
import { arrived, walk } from '../walker.ts'

test('an unknown address shows the error view with 404', async ({ page, expectTrouble }) => {
  expectTrouble(/404/)
  const response = await page.goto('/sec1/')
  expect(response?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible()
})

test('an error while rendering shows the error view with its message, and Back leads out of it', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/The calendar is missing/)
  // The last screen writes today's date into the brief.
  await page.addInitScript(() => {
    Date.prototype.toDateString = () => {
      throw new RangeError('The calendar is missing')
    }
  })
  await openWithDraft(page, { id: someId(), answers: answersBefore(LAST), furthest: LAST, open: false })
  await continueButton(page).click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expect(page.getByText('The calendar is missing', { exact: true })).toBeVisible()
  await expect(button(page, 'Submit')).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeHidden()
  await page.goBack()
  await arrived(page, LAST - 1)
})

test('pictures that cannot be loaded do not stop a visit', async ({ page, expectTrouble }) => {
  expectTrouble(/\.(avif|webp|svg|jpg|mp4|webm)/)
  await page.route(/\.(avif|webp|svg|jpg|mp4|webm)$/, (route) => route.abort())
  await visitAt(page, showing('heart'))
  await walk(page, { to: showing('remodel-types') })
  await button(page, remodelTypes.major.name).click()
  await expect(heading(page)).toHaveText(remodelTypes.major.name)
  await button(page, 'Close').click()
  await button(page, 'Next').click()
  await arrived(page, showing('remodel-types') + 1)
})
