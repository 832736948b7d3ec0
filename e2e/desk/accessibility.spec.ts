import type { Locator, Page } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { axeViolations } from '../support/axe-violations.ts'
import {
  addMember,
  addPerson,
  colleague,
  openDesk,
  PASSWORD,
  submitProject,
  submitUnknown,
} from '../support/desk.ts'
import { spaceText } from '../support/space-text.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

const PLOTTED = ['/unanswered', '/funnel']
const PLACES = [
  '',
  '?search=nobody+is+called+so',
  ...PLOTTED,
  '/suspicious',
  '/settings',
  '/settings/prices',
  '/deliveries',
  '/webhooks',
  '/audit',
  '/people',
  '/account',
  '/nowhere',
]

test('every page of the desk is accessible, and loses nothing with large or spaced text', async ({
  page,
  product,
  expectErrors,
}) => {
  test.setTimeout(120_000)
  expectErrors(/404.*projects/)
  const id = await submitProject(product, {
    email: 'same@example.com',
    yearBuilt: '1910',
    typeOfKitchenRemodel: remodelTypes.upscale.answer,
  })
  await submitProject(product, { email: 'same@example.com', budget: 'about 30k, or what it takes' })
  await countAVisit(page)
  const found: string[] = []
  const look = async (place: string) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const violation of await axeViolations(page)) found.push(`${place} at ${width} px: ${violation}`)
    }
  }
  const { token } = await addPerson(product)
  await page.goto(`/desk#set=${token}`)
  await heading(page).waitFor()
  await look('choose password')
  await page.goto('/desk')
  await heading(page).waitFor()
  await look('sign in')
  await button(page, 'Forgot your password?').click()
  await look('forgotten password')

  const as = await addMember(product)
  const { change } = await colleague(product, as)
  await change(id, () => ({ kind: 'contact', how: 'Called' }))
  await openDesk(page, product, { as })
  for (const place of [...PLACES, `/projects/${id}`, '/projects/gone']) {
    await page.goto(`/desk${place}`)
    await heading(page).waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    if (PLOTTED.includes(place)) await page.locator('figure text').first().waitFor()
    await look(place)
    await expectNothingCut(page, place)
  }
  expect(found).toEqual([])
})

/** Expects that no text is cut off at twice its size, or with the spacing of WCAG 1.4.12. */
async function expectNothingCut(page: Page, place: string) {
  const browser = await page.context().newCDPSession(page)
  const setTextSize = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  const expectAll = async (text: string) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(cutOff), `${place}, ${text} text at ${width} px`).toEqual([])
    }
  }
  await setTextSize(32)
  await expectAll('large')
  await setTextSize(16)
  await page.evaluate(spaceText)
  await expectAll('spaced')
  await browser.detach()
}

test('no page is wider than the window, whatever visitors typed', async ({ page, product }) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitaen'
  const id = await submitProject(product, {
    firstName: `1 ${long}`,
    lastName: long,
    city: long,
    budget: long,
    timeFrame: long,
  })
  await submitUnknown(product, { lastName: long, typeOfKitchenRemodel: long.repeat(6) })
  await openDesk(page, product, { as: await addMember(product) })
  for (const place of [...PLACES, `/projects/${id}`]) {
    await page.goto(`/desk${place}`)
    await heading(page).waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      // The page follows the width a moment later.
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(beyond, `${place} at ${width} px`).toBeLessThanOrEqual(0)
      const cut = await heading(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(cut, `the heading of ${place} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('with the keyboard alone one can sign in, find a project and note a call', async ({ page, product }) => {
  await submitProject(product, { firstName: 'Kay', lastName: 'Board' })
  const { email } = await addMember(product)
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.goto('/desk')
  await heading(page).waitFor()
  await press('Tab')
  await page.keyboard.type(email)
  await press('Tab')
  await page.keyboard.type(PASSWORD)
  await press('Enter')
  await expect(heading(page)).toHaveText('Inbox')
  await page.reload()
  await expect(heading(page)).toHaveText('Inbox')
  await press('Tab')
  await expect(button(page, 'Skip to content')).toBeFocused()
  await press('Enter')
  await expect(heading(page)).toBeFocused()
  await tabTo(page.getByLabel('Search'))
  await page.keyboard.type('Kay')
  await press('Enter')
  await expect(page.locator('.list-foot')).toContainText('1 project')
  await tabTo(page.getByRole('link', { name: 'Kay Board' }))
  await press('Enter')
  await expect(heading(page)).toHaveText('Kay Board')
  await tabTo(button(page, 'Called'))
  await press('Enter')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Called')
  await expect(button(page, 'Called')).toBeFocused()
})

/** Runs in the page: finds elements wider than the window or their own box, and links and plot labels that overlap. */
function cutOff(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
  for (const element of document.querySelectorAll('main *, header *')) {
    if (element.closest('.unseen, section[tabindex], svg, input') || !element.checkVisibility()) continue
    const { right } = element.getBoundingClientRect()
    const isTooWide = element.childElementCount === 0 && element.scrollWidth > element.clientWidth + 1
    if (right > clientWidth + 0.5 || (isTooWide && element.clientWidth > 0))
      found.push(`${element.tagName} ${element.className} "${element.textContent?.slice(0, 30)}"`)
  }
  const account = document.querySelector('.person a')?.getBoundingClientRect()
  for (const link of document.querySelectorAll('.masthead-bar nav a')) {
    const { right, top, bottom } = link.getBoundingClientRect()
    if (account && right > account.left && bottom > account.top && top < account.bottom)
      found.push(`${link.textContent} overlaps the account`)
  }
  for (const plot of document.querySelectorAll('figure')) {
    const box = plot.getBoundingClientRect()
    let before = box.left
    for (const label of plot.querySelectorAll('text')) {
      const { left, right } = label.getBoundingClientRect()
      const isOfAxis = label.matches('[text-anchor=middle]')
      const isOver = isOfAxis && left < before
      if (isOver || left < box.left)
        found.push(`${label.textContent} of ${plot.querySelector('h3')?.textContent}`)
      if (isOfAxis) before = right
    }
  }
  return found
}

/** Presses Tab until the element has the focus. */
async function tabTo(element: Locator) {
  const isFocused = () => element.evaluate((found) => found === document.activeElement)
  for (let tabs = 0; tabs < 30 && !(await isFocused()); tabs++) await element.page().keyboard.press('Tab')
  await expect(element).toBeFocused()
}

/** Makes one visit, so that the funnel has something to show. */
async function countAVisit(page: Page) {
  await page.goto('/#start')
  await heading(page).waitFor()
  await page.goto('about:blank')
}
