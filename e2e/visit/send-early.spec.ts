import { BRAND_NAME } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import { TRAP_HEADER, TRAP_NAME } from '../../questionnaire/visit-signals.ts'
import { expect, test } from '../support/test.ts'
import { button, idOf, isSend, openVisitAt, recordSends, SEND_URL, savedDialog } from '../support/visits.ts'
import { waitForScreen } from '../support/walker.ts'

test.use({ settings: { SEND_EARLY: 'on' } })

const WARNING = `When you press Next, your answers go to ${BRAND_NAME}. You can still change them.`

test('Next on the last question sends the project, over a network that fails at first, and Submit finishes it', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await openVisitAt(page, LAST_WITH_QUESTIONS, sampleAnswers())
  await expect(page.getByText(WARNING)).toBeInViewport({ ratio: 1 })
  await page.route(SEND_URL, (route) => route.abort())
  const sends = recordSends(page)
  await button(page, 'Next').click()
  await waitForScreen(page, LAST_WITH_QUESTIONS + 1)
  await expect(page.getByText('Possibly not sent')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => sends.length).toBe(1)

  await page.unroute(SEND_URL)
  await button(page, 'Next').click()
  await expect(page.getByText('Your answers are sent')).toBeVisible()
  const id = sends[1] ? idOf(sends[1]) : ''
  expect(product.projects(id)).toHaveLength(1)
  expect(await product.emails(id)).toHaveLength(1)

  for (let index = LAST_WITH_QUESTIONS + 2; index < LAST; index++) {
    await waitForScreen(page, index)
    await button(page, 'Next').click()
  }
  await button(page, 'Submit').click()
  await expect(savedDialog(page)).toBeVisible()
  expect(sends.map(idOf)).toEqual([id, id, id])
  expect(product.projects(id)).toHaveLength(1)
  expect(await product.emails(id)).toHaveLength(1)
})

test('a tab that is closed before Submit sends what is not confirmed', async ({
  page,
  context,
  product,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/, /PUT .*ERR_ABORTED/)
  await openVisitAt(page, LAST_WITH_QUESTIONS, sampleAnswers())
  const sends = recordSends(page)
  await page.route(SEND_URL, (route) => route.abort())
  for (let index = LAST_WITH_QUESTIONS; index < LAST_WITH_QUESTIONS + 3; index++) {
    await waitForScreen(page, index)
    await button(page, 'Next').click()
  }
  await waitForScreen(page, LAST_WITH_QUESTIONS + 3)
  await page.unroute(SEND_URL)
  const id = sends[0] ? idOf(sends[0]) : ''
  expect(product.projects(id)).toHaveLength(0)
  // A page of its own keeps the browser open.
  await context.newPage()
  await page.close()
  await expect.poll(() => product.projects(id).length).toBe(1)
  await expect.poll(async () => (await product.emails(id)).length).toBe(1)
})

test('a program that fills in the hidden input of the last question is noticed', async ({ page }) => {
  await openVisitAt(page, LAST_WITH_QUESTIONS, sampleAnswers())
  await page.locator(`[name=${TRAP_NAME}]`).evaluate((trap: HTMLInputElement) => {
    trap.value = 'Cheap pills'
  })
  const [request] = await Promise.all([page.waitForRequest(isSend), button(page, 'Next').click()])
  expect(request.headers()[TRAP_HEADER]).toBe('1')
})
