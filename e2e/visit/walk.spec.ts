import type { Page } from '@playwright/test'
import { answersFrom } from '../../questionnaire/answers.ts'
import { remodelTypes, TAGLINE } from '../../questionnaire/business.ts'
import { fieldNames, fields } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { isAsked, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { firstAsking, lastAsking, showing } from '../../questionnaire/test-screens.ts'
import { expectEmailSays } from '../emails.ts'
import { expect, test } from '../test.ts'
import { button, heading, headingOf, holdSends, saved, submit, titleOf, visitAt } from '../visits.ts'
import { arrived, goodAnswer, walk } from '../walker.ts'

const DOMAIN = '127.0.0.1'

const given = {
  renegadeRemodelersEmailAddress: 'ben@remodelers.example',
  additionalComments: 'Two dogs.\nRing twice.',
}

test('a visitor walks all screens, submits, and the business gets every answer', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/')
  await expect(heading(page)).toHaveText(DOMAIN)
  await expect(page).toHaveTitle(DOMAIN)
  await expect(page.getByText(TAGLINE, { exact: true })).toBeVisible()
  const before = await page.evaluate(() => history.length)

  await walk(page, {
    given,
    onArrival: async (index) => {
      if (index === 0) return
      await expectArrival(page, index)
      expect(await page.evaluate(() => history.length), 'one history entry a step').toBe(before + index)
      await expectButtons(page, index)
      // So that the next step has to come up again.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  })

  const id = await submit(page)
  const dialog = saved(page)
  await expect(dialog).toBeVisible()
  await expect(page.getByText('loading', { exact: true })).toHaveCount(0)
  await expect(button(page, 'Close')).toBeFocused()
  await button(page, 'Close').click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Go Home')).toBeFocused()
  await expect(button(page, 'Submit')).toHaveCount(0)

  const answers = answersFrom((name) => (isAsked(name) ? goodAnswer(name, given) : ''))
  const [project, ...others] = product.projects(id)
  expect(others).toEqual([])
  for (const name of fieldNames) expect(project?.answers[name], name).toBe(answers[name])
  expect(Math.abs(Date.now() - Date.parse(project?.createdAt ?? '')), 'createdAt is now').toBeLessThan(60_000)

  const emails = await product.emails(id)
  expect(emails).toHaveLength(1)
  expectEmailSays(emails[0], answers)
})

test('the page is covered by a layer labelled loading while a project is sent', async ({ page }) => {
  await visitAt(page, LAST)
  const letGo = await holdSends(page)
  await submit(page)
  const overlay = page.getByRole('status')
  await expect(overlay).toHaveText('loading')
  await expect(overlay).toBeFocused()
  const whole = await page.evaluate(() => ({
    x: 0,
    y: 0,
    width: document.body.clientWidth,
    height: innerHeight,
  }))
  expect(await overlay.boundingBox()).toEqual(whole)
  await expect(page.locator('#root')).toHaveAttribute('inert')
  letGo()
  await expect(saved(page)).toBeVisible()
  await expect(overlay).toHaveCount(0)
})

test('answers survive Back and Next, and the back and forward of the browser', async ({ page }) => {
  await page.goto('/')
  const home = firstAsking('yearBuilt')
  const wish = firstAsking('newKitchenImportantFeature')
  const [hired] = fields.remodellingExperience.options
  const told = { remodellingExperience: hired, remodellingReasons: 'It is too dark.' }
  await walk(page, { to: wish, given: told })
  for (let index = wish; index > home; index--) {
    await button(page, 'Back').click()
    await arrived(page, index - 1)
    await expectArrival(page, index - 1)
  }
  await expect(page.locator('[name=yearBuilt]')).toHaveValue(goodAnswer('yearBuilt'))
  for (let index = home; index < wish; index++) {
    await button(page, 'Next').click()
    await arrived(page, index + 1)
  }
  const expectWish = () =>
    expect(page.locator('[name=newKitchenImportantFeature]')).toHaveValue(
      goodAnswer('newKitchenImportantFeature'),
    )
  await expectWish()

  const reasons = firstAsking('remodellingReasons')
  await goTo(page, reasons, wish)
  await expectArrival(page, reasons)
  await expect(page.getByRole('radio', { name: OTHER, exact: true })).toBeChecked()
  await expect(page.locator('textarea')).toHaveValue('It is too dark.')
  const experience = firstAsking('remodellingExperience')
  await goTo(page, experience, reasons)
  await expect(page.getByRole('radio', { name: hired })).toBeChecked()
  await goTo(page, wish, experience)
  await expectArrival(page, wish)
  await expectWish()
})

/** By the buttons of the browser, whichever of the two the owner asks first. */
async function goTo(page: Page, index: number, from: number) {
  for (let at = from; at > index; at--) await page.goBack()
  for (let at = from; at < index; at++) await page.goForward()
  await arrived(page, index)
}

test('the back and forward of the browser show a screen from its top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const film = showing('process')
  const scrollDown = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  }
  await visitAt(page, film)
  await scrollDown()
  await button(page, 'Next').click()
  await expectArrival(page, film + 1)
  await scrollDown()
  await page.goBack()
  await arrived(page, film)
  await drawn(page)
  await expectArrival(page, film)
  await page.goForward()
  await arrived(page, film + 1)
  await drawn(page)
  await expectArrival(page, film + 1)
})

/** A browser that scrolls by itself does so with the next frame. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

test('Back walks down the same history that Next walked up', async ({ page }) => {
  await page.goto('/')
  await walk(page, { to: 4 })
  const length = await page.evaluate(() => history.length)
  await button(page, 'Back').click()
  await arrived(page, 3)
  await page.goForward()
  await arrived(page, 4)
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('the e-mail address is shown where it is asked for again, and is one value wherever it is changed', async ({
  page,
}) => {
  const [first, last] = [firstAsking('email'), lastAsking('email')]
  await visitAt(page, last, { email: 'first@example.com' })
  const email = page.getByLabel(fields.email.label, { exact: true })
  await expect(email).toHaveValue('first@example.com')
  await email.fill('second@example.com')
  await page.evaluate((by) => history.go(by), first - last)
  await arrived(page, first)
  await expect(page.locator('[name=email]')).toHaveValue('second@example.com')
  await page.locator('[name=email]').fill('third@example.com')
  await page.evaluate((by) => history.go(by), last - first)
  await arrived(page, last)
  await expect(email).toHaveValue('third@example.com')
})

test('/sec1 has no Back, and Enter begins', async ({ page }) => {
  await page.goto('/')
  await walk(page, { to: 1 })
  await expect(button(page, 'Back')).toHaveCount(0)
  await expect(button(page, 'Next')).toHaveCount(0)
  await expect(page.getByText('Your Dream Perfect Kitchen is just a few clicks away')).toBeVisible()
  await expect(page.getByPlaceholder('Email address')).toHaveAttribute('type', 'email')
  await page.getByLabel('Email:').press('Enter')
  await arrived(page, 2)
})

/** What every step does as it is shown. */
async function expectArrival(page: Page, index: number) {
  const title = titleOf(index)
  expect(new URL(page.url()).pathname).toBe(pathOf(index))
  await expect(heading(page)).toHaveText(headingOf(index))
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(`${title} – Step ${index} of ${LAST} – ${DOMAIN}`)
  expect(await page.evaluate(() => scrollY), 'the top of the page').toBe(0)
}

async function expectButtons(page: Page, index: number) {
  const names = await page.locator('main button:not(.chip)').allInnerTexts()
  const kind = screens[index]?.kind
  const expected =
    kind === 'begin' ? ['CLICK HERE TO BEGIN'] : kind === 'submit' ? ['The end', 'Submit'] : ['Back', 'Next']
  expect(names.map((name) => name.trim())).toEqual(expected)
  for (const name of expected) await expect(button(page, name)).toBeVisible()
}

test('a double click is one press, and leaves alone what the first click brought', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const film = showing('process')
  await visitAt(page, film)
  await button(page, 'Next').dblclick()
  expect(new URL(page.url()).pathname).toBe(pathOf(film + 1))
  await button(page, 'Back').dblclick()
  await arrived(page, film)
  // Where Close was on a phone, Back and Next come.
  const kitchens = showing('remodel-types')
  await visitAt(page, kitchens)
  await button(page, remodelTypes.major.name).click()
  await button(page, 'Close').dblclick()
  await expect(heading(page)).toHaveText(titleOf(kitchens))
})
