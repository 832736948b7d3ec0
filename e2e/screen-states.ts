import type { Page } from '@playwright/test'
import { LAST } from '../questionnaire/screens.ts'
import { answersBefore, button, continueButton, openWithDraft, SENDING, someId } from './visits.ts'
import { walk } from './walker.ts'

type Check = (state: string) => Promise<void>

/** Walks through every screen and every state a screen can be in, and calls `check` in each. */
export async function walkStates(page: Page, check: Check): Promise<void> {
  await openWithDraft(page, { id: someId(), answers: answersBefore(3), furthest: 3, open: false })
  await continueButton(page).waitFor()
  await check('/ with Continue')

  await walk(page, {
    onArrival: (index) => check(`/sec${index}`),
    onScreen: async (index) => {
      if (index === 7) await checkDetails(page, check)
      if (index === 11) {
        await page.getByRole('radio', { name: 'Other', exact: true }).check()
        await check('/sec11 with Other open')
        await page.getByRole('textbox').fill('Words of my own')
      }
      if (index === 6 || index === 10) await check(`/sec${index} answered`)
      if (index === 12) await checkInvalid(page, check)
    },
  })
  await checkEnd(page, check)
}

async function checkDetails(page: Page, check: Check) {
  for (const name of ['Minor', 'Major', 'Upscale']) {
    await button(page, name).click()
    await button(page, 'Close').waitFor()
    await check(`/sec7 with ${name} open`)
    await button(page, 'Close').click()
  }
}

async function checkInvalid(page: Page, check: Check) {
  const box = page.getByRole('textbox')
  const words = await box.inputValue()
  await box.fill('')
  await button(page, 'Next').click()
  await check('/sec12 found wanting')
  await box.fill(words)
}

/** The review, the overlay, and both ends of a submission. */
async function checkEnd(page: Page, check: Check) {
  await page.getByText('Review your answers').click()
  await check(`/sec${LAST} with the review open`)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(SENDING, async (route) => {
    await answered
    await route.fulfill({ status: 500, body: '{}' })
  })
  await button(page, 'Submit').click()
  await page.getByRole('status').waitFor()
  await check('while sending')
  answer()
  await button(page, 'Close').waitFor()
  await check('after a failure')
  await button(page, 'Close').click()
  await page.unroute(SENDING)
  await button(page, 'Submit').click()
  await button(page, 'Close').waitFor()
  await check('after success')
  await button(page, 'Close').click()
  await check('with Go Home')
}
