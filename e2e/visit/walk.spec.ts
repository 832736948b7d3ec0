import type { Page } from '@playwright/test'
import { answersFrom } from '../../questionnaire/answers.ts'
import { TAGLINE } from '../../questionnaire/business.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { isAsked, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { expectEmailContains } from '../support/emails.ts'
import { expect, isPicture, test } from '../support/test.ts'
import {
  blockStorage,
  button,
  heading,
  headingOf,
  holdSends,
  jumpTo,
  openVisitAt,
  savedDialog,
  submit,
  titleOf,
} from '../support/visits.ts'
import { sampleAnswer, waitForScreen, walk } from '../support/walker.ts'

const DOMAIN = '127.0.0.1'

/** Text from several scripts, with characters that a careless store, page or email would change. */
const given = {
  remodellingReasons: '<b>& "quotes" \\ %00 {{x}}\tTab',
  firstName: 'Zoë 🧑🏽‍🍳',
  lastName: '歐陽 عبد الرحمن',
  streetAddress: 'e\u0301 and \u00e9 stay apart, 𠮷',
  renegadeRemodelersEmailAddress: 'ben@remodelers.example',
  additionalComments: 'Two dogs.\n\n  Ring twice.\n=formula()',
}

test('a visitor walks through all screens and submits, and the business gets every answer', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/')
  await expect(heading(page)).toHaveText(DOMAIN)
  await expect(page).toHaveTitle(DOMAIN)
  await expect(page.getByText(TAGLINE, { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const historyBefore = await page.evaluate(() => history.length)
  const requests: string[] = []
  page.on('request', (request) => {
    const isOptional = isPicture(request) || request.resourceType() === 'ping'
    if (!isOptional || !request.url().startsWith(product.url)) requests.push(request.url())
  })

  await walk(page, {
    given,
    onArrival: async (index) => {
      if (index === 0) return
      await expectArrival(page, index)
      if (index === 1) {
        await expect(page.getByText('Your Dream Perfect Kitchen is just a few clicks away')).toBeVisible()
        await expect(page.getByPlaceholder('Email address')).toHaveAttribute('type', 'email')
      }
      await expect(page.getByRole('link', { name: 'Privacy' }), 'without PRIVACY_URL').toHaveCount(0)
      expect(await page.evaluate(() => history.length), 'one history entry a step').toBe(
        historyBefore + index,
      )
      await expectButtons(page, index)
      // The next step has to scroll up again.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  })
  expect(requests, 'a step needs nothing from the network but pictures').toEqual([])

  const id = await submit(page)
  const dialog = savedDialog(page)
  await expect(dialog).toBeVisible()
  await expect(page.getByText('loading', { exact: true })).toHaveCount(0)
  await expect(button(page, 'Close')).toBeFocused()
  await button(page, 'Close').click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Go Home')).toBeFocused()
  await expect(button(page, 'Submit')).toHaveCount(0)

  const answers = answersFrom((name) => (isAsked(name) ? sampleAnswer(name, given) : ''))
  const [project, ...others] = product.projects(id)
  expect(others).toEqual([])
  for (const name of fieldNames) expect(project?.answers[name], name).toBe(answers[name])
  expect(Math.abs(Date.now() - Date.parse(project?.createdAt ?? '')), 'createdAt is now').toBeLessThan(60_000)

  const emails = await product.emails(id)
  expect(emails).toHaveLength(1)
  expectEmailContains(emails[0], answers)
})

test('an overlay labeled loading covers the page while a project is being sent', async ({ page }) => {
  await openVisitAt(page, LAST)
  const release = await holdSends(page)
  await submit(page)
  const overlay = page.getByRole('status')
  await expect(overlay).toHaveText('loading')
  await expect(overlay).toBeFocused()
  const viewport = await page.evaluate(() => ({
    x: 0,
    y: 0,
    width: document.body.clientWidth,
    height: innerHeight,
  }))
  expect(await overlay.boundingBox()).toEqual(viewport)
  await expect(page.locator('#root')).toHaveAttribute('inert')
  release()
  await expect(savedDialog(page)).toBeVisible()
  await expect(overlay).toHaveCount(0)
})

test('answers survive Back and Next and the browser’s own buttons, and each screen shows its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const film = showing('process')
  await openVisitAt(page, film)
  await scrollDown(page)
  await button(page, 'Next').click()
  await expectArrival(page, film + 1)
  await scrollDown(page)
  const length = await page.evaluate(() => history.length)
  await button(page, 'Back').click()
  await waitForScreen(page, film)
  await expectArrival(page, film)
  await page.goForward()
  await waitForScreen(page, film + 1)
  await expectArrival(page, film + 1)
  expect(await page.evaluate(() => history.length), 'Back walks down the history').toBe(length)

  await openVisitAt(page, LAST)
  await jumpTo(page, firstAsking('yearBuilt'))
  await expect(page.locator('[name=yearBuilt]')).toHaveValue(sampleAnswer('yearBuilt'))
})

async function scrollDown(page: Page) {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
}

test('a double click on Next or Back is one step', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const film = showing('process')
  await openVisitAt(page, film)
  await button(page, 'Next').dblclick()
  expect(new URL(page.url()).pathname).toBe(pathOf(film + 1))
  await button(page, 'Back').dblclick()
  await waitForScreen(page, film)
})

test('a visit works without storage, and offline until it is sent', async ({ page, context, product }) => {
  await blockStorage(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await walk(page)
  await context.setOffline(false)
  const id = await submit(page)
  await expect(savedDialog(page)).toBeVisible()
  expect(product.projects(id)).toHaveLength(1)
})

/** What every step does when it is shown. */
async function expectArrival(page: Page, index: number) {
  expect(new URL(page.url()).pathname).toBe(pathOf(index))
  await expect(heading(page)).toHaveText(headingOf(index))
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`${titleOf(index)} – Step ${index} of ${LAST} – ${DOMAIN}`)
  await expect.poll(() => page.evaluate(() => scrollY), 'the top of the page').toBe(0)
}

async function expectButtons(page: Page, index: number) {
  const names = await page.locator('main button:not(.chip, .play)').allInnerTexts()
  const kind = screens[index]?.kind
  const expected =
    kind === 'begin' ? ['CLICK HERE TO BEGIN'] : kind === 'submit' ? ['The end', 'Submit'] : ['Back', 'Next']
  expect(names.map((name) => name.trim())).toEqual(expected)
}
