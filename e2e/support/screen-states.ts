import type { Page } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { answersBefore, button, continueButton, newId, openWithDraft, SEND_URL } from './visits.ts'
import { walk } from './walker.ts'

const KITCHENS = showing('remodel-types')
const REASONS = firstAsking('remodellingReasons')
const WISH = firstAsking('newKitchenImportantFeature')
/** A choice of pictures, and one of words. */
const CHOSEN = [firstAsking('typeOfArchitecture'), firstAsking('remodellingExperience')]

type Check = (state: string) => Promise<void>

/** Walks through every screen and every state a screen can be in, and calls `check` in each. */
export async function walkStates(page: Page, check: Check): Promise<void> {
  await openWithDraft(page, { id: newId(), answers: answersBefore(6), furthest: 6, open: false })
  await continueButton(page).waitFor()
  await check('/ with Continue')
  await button(page, 'Delete').click()
  await check('/ with Delete open')
  await button(page, 'Keep').click()

  await walk(page, {
    onArrival: (index) => check(pathOf(index)),
    onScreen: async (index) => {
      if (index === KITCHENS) await checkDetails(page, check)
      if (index === REASONS) {
        await page.getByRole('radio', { name: OTHER, exact: true }).check()
        await check(`${pathOf(REASONS)} with Other open`)
        await page.getByRole('textbox').fill('Words of my own')
      }
      if (CHOSEN.includes(index)) await check(`${pathOf(index)} answered`)
      if (index === WISH) await checkInvalid(page, check)
      if (index === WISH) await checkLink(page, check)
    },
  })
  await checkEnd(page, check)
}

async function checkDetails(page: Page, check: Check) {
  for (const { name } of Object.values(remodelTypes)) {
    await button(page, name).click()
    await button(page, 'Close').waitFor()
    await check(`${pathOf(KITCHENS)} with ${name} open`)
    await button(page, 'Close').click()
  }
}

async function checkInvalid(page: Page, check: Check) {
  const box = page.getByRole('textbox')
  const words = await box.inputValue()
  await box.fill('')
  await button(page, 'Next').click()
  await check(`${pathOf(WISH)} invalid`)
  await box.fill(words)
}

async function checkLink(page: Page, check: Check) {
  await button(page, 'Continue on another device').click()
  await button(page, 'Close').waitFor()
  await check(`${pathOf(WISH)} with the link open`)
  await button(page, 'Close').click()
}

/** The review, the overlay, and both outcomes of a submission. */
async function checkEnd(page: Page, check: Check) {
  await page.getByText('Review your answers').click()
  await check(`${pathOf(LAST)} with the review open`)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(SEND_URL, async (route) => {
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
  await page.unroute(SEND_URL)
  await button(page, 'Submit').click()
  await button(page, 'Close').waitFor()
  await check('after success')
  await button(page, 'Close').click()
  await check('with Go Home')
}
