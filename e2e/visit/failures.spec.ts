import { remodelTypes } from '../../questionnaire/business.ts'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/test-screens.ts'
import { expect, test } from '../test.ts'
import { answersBefore, button, continueButton, heading, openWithDraft, someId, visitAt } from '../visits.ts'
import { arrived, walk } from '../walker.ts'

for (const path of [
  pathOf(LAST + 1),
  '/sec0',
  '/sec1/',
  '/nowhere',
  '/index.html',
  '/SEC5',
  '/sec5/more',
  '/%F0%9F%8D%B3',
]) {
  test(`the unknown address ${path} is answered with 404 and the error view`, async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(/404/)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Unexpected Application Error!')
    await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  })
}

test('an error thrown while a screen renders shows the error view with its message, and Back leads out of it', async ({
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

test('an error beside the screen shows the error view too', async ({ page, expectTrouble }) => {
  expectTrouble(/No dialogs/)
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new RangeError('No dialogs')
    }
  })
  await visitAt(page, LAST)
  await button(page, 'Submit').click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('No dialogs', { exact: true })).toBeVisible()
})

test('a screen that breaks while it is made ahead leaves the one before it alone', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/No capitals/)
  // The cost ranges name the types of remodel in capitals.
  await page.addInitScript((name) => {
    const { toUpperCase } = String.prototype
    String.prototype.toUpperCase = function () {
      if (this.startsWith(name)) {
        document.documentElement.dataset.broke = ''
        throw new RangeError('No capitals')
      }
      return toUpperCase.call(this)
    }
  }, remodelTypes.minor.name)
  await visitAt(page, showing('remodel-types'))
  await expect(page.locator('html')).toHaveAttribute('data-broke')
  await button(page, 'Next').click()
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await page.goBack()
  await arrived(page, showing('remodel-types'))
})

test('a picture that cannot be loaded does not stop a visit', async ({ page, expectTrouble }) => {
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
