import type { Page } from '@playwright/test'
import { remodelTypes } from '../questionnaire/business.ts'
import { axeTroubles } from './axe-troubles.ts'
import {
  addMember,
  addPerson,
  colleague,
  NOBODY_THERE,
  openDesk,
  PASSWORD,
  submitProject,
  submitUnknown,
} from './desk.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

const PLOTTED = ['/unanswered', '/funnel']
const PLACES = ['', '?search=nobody+is+called+so', ...PLOTTED, '/deliveries', '/audit']

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`axe finds nothing on any place of the desk at ${viewport.width} px`, async ({
    page,
    product,
    expectTrouble,
  }) => {
    test.setTimeout(120_000)
    expectTrouble(NOBODY_THERE, /404.*projects/)
    await page.setViewportSize(viewport)
    const id = await submitProject(product, { email: 'same@example.com', yearBuilt: '1910' })
    await submitProject(product, { email: 'same@example.com' })
    await countAVisit(page)
    const found: string[] = []
    const look = async (place: string) => {
      for (const trouble of await axeTroubles(page)) found.push(`${place}: ${trouble}`)
    }
    const { token } = await addPerson(product, 'Ana Ortiz')
    await page.goto(`/desk#set=${token}`)
    await heading(page).waitFor()
    await look('choose password')
    await page.goto('/desk')
    await heading(page).waitFor()
    await look('sign in')

    // Opened anew, the funnel shows its plots.
    await page.goto('about:blank')
    await openDesk(page, product, { as: await addMember(product) })
    for (const place of [...PLACES, `/projects/${id}`, '/projects/gone']) {
      await page.goto(`/desk${place}`)
      await heading(page).waitFor()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      await look(place)
    }
    expect(found).toEqual([])
  })
}

test('nothing is wider than the window, whatever somebody has sent', async ({ page, product }) => {
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
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    for (const place of [...PLACES, `/projects/${id}`]) {
      await page.goto(`/desk${place}`)
      await heading(page).waitFor()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, `${place} at ${width} px`).toBeLessThanOrEqual(0)
      const cut = await heading(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(cut, `the heading of ${place} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

for (const width of [390, 1280]) {
  test(`text of twice the size loses nothing in a window of ${width} px`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 900 })
    const id = await submitProject(product, { typeOfKitchenRemodel: remodelTypes.upscale.answer })
    await submitProject(product, { budget: 'about 30k, or what it takes', streetAddress: '12 Maple Street' })
    const as = await addMember(product)
    const { change } = await colleague(product, as)
    await change(id, () => ({ kind: 'contact', how: 'Called' }))
    // Once as the browser's own setting, and once as a style: the two count differently in what a page may ask.
    const browser = await page.context().newCDPSession(page)
    const plotted = () => page.locator('.plot .x-label').first().waitFor()
    await openDesk(page, product, { as, at: '/unanswered' })
    await plotted()
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await expect.poll(() => page.evaluate(cutOff), 'while it is open').toEqual([])
    for (const how of ['setting', 'style']) {
      await openDesk(page, product, { as })
      if (how === 'style')
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
      for (const place of [...PLACES, `/projects/${id}`]) {
        await page.goto(`/desk${place}`)
        await heading(page).waitFor()
        await expect(page.getByText('Loading…')).toHaveCount(0)
        if (PLOTTED.includes(place)) await plotted()
        expect(await page.evaluate(cutOff), `${place} by ${how}`).toEqual([])
      }
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    }
  })
}

// WCAG 1.4.12
const SPACED = '* { line-height: 1.5; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'
for (const { text, width, style } of [
  { text: 'spaced', width: 320, style: SPACED },
  { text: 'spaced', width: 701, style: SPACED },
  { text: 'twice as large', width: 390, style: 'html { font-size: 200% }' },
]) {
  test(`how things stand is whole at ${width} px with text that is ${text}`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 640 })
    const as = await addMember(product, 'Bartholomew Featherstonehaugh')
    const id = await submitProject(product)
    const { change } = await colleague(product, as)
    await change(id, () => ({ kind: 'contact', how: 'Called' }))
    await change(id, ({ version }) => ({ kind: 'assigned', to: as.email, version }))
    await change(id, ({ version }) => ({ kind: 'status', to: 'F-D-A proposed', reason: '', version }))
    await page.route(`**/api/desk/projects/${id}`, async (route) => {
      const file = await (await route.fetch()).json()
      await route.fulfill({ json: { ...file, waitedMinutes: 599 } })
    })
    await openDesk(page, product, { as, at: `/projects/${id}` })
    await page.getByText('answered in 9 h 59 min').waitFor()
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
    }, style)
    const cut = await page
      .locator('.standing')
      .evaluate((standing) =>
        [...standing.querySelectorAll('dt, dd, dd *')]
          .filter((part) => part.getBoundingClientRect().right > standing.getBoundingClientRect().right)
          .map((part) => part.textContent),
      )
    expect(cut).toEqual([])
    expect(await page.locator('.sheet-head').evaluate((head) => head.scrollWidth - head.clientWidth)).toBe(0)
  })
}

test('the ways through the desk fit in one line of 320 px below the brand, wherever one is', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const as = await addMember(product)
  for (const at of ['', 'unanswered', 'deliveries']) {
    await openDesk(page, product, { as, at: `/${at}` })
    const links = await page.getByRole('navigation').getByRole('link').all()
    const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y))
    expect(new Set(tops).size, at).toBe(1)
    const [first] = await page.locator('nav a').evaluateAll(beginnings)
    expect(first, at).toBe((await page.locator('.brand svg').boundingBox())?.x)
    // Or it would ask with the session that the next sign-in ends.
    await page.goto('about:blank')
  }
})

/** Runs in the page: where the words of each begin. */
function beginnings(links: readonly Element[]): readonly number[] {
  return links.map((link) => {
    const words = document.createRange()
    words.selectNodeContents(link)
    return words.getBoundingClientRect().left
  })
}

test('the keyboard alone signs in, finds a project and notes a call', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(NOBODY_THERE)
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
  await expect(button(page, 'Skip to the content')).toBeFocused()
  await press('Enter')
  await expect(heading(page)).toBeFocused()
  await press('Tab', 'Tab')
  await expect(page.getByLabel('Search')).toBeFocused()
  await page.keyboard.type('Kay')
  await press('Enter')
  const name = page.getByRole('link', { name: 'Kay Board' })
  await expect(page.locator('.list-foot')).toContainText('1 project')
  for (let tabs = 0; tabs < 30 && !(await isFocused(page, 'Kay Board')); tabs++) await press('Tab')
  await expect(name).toBeFocused()
  await press('Enter')
  await expect(heading(page)).toHaveText('Kay Board')
  for (let tabs = 0; tabs < 30 && !(await isFocused(page, 'Called')); tabs++) await press('Tab')
  await press('Enter')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Called')
  await expect(button(page, 'Called')).toBeFocused()
})

/** Runs in the page: what sticks out of the window, what sticks out of its own box, and which labels of a plot run together. */
function cutOff(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px sideways`] : []
  for (const element of document.querySelectorAll('main *, header *')) {
    if (element.closest('.unseen, .scroll-box, svg, input') || !element.checkVisibility()) continue
    const { right } = element.getBoundingClientRect()
    const isTooWide = element.childElementCount === 0 && element.scrollWidth > element.clientWidth + 1
    if (right > clientWidth + 0.5 || (isTooWide && element.clientWidth > 0))
      found.push(`${element.tagName} ${element.className} "${element.textContent?.slice(0, 30)}"`)
  }
  for (const plot of document.querySelectorAll('.plot')) {
    const box = plot.getBoundingClientRect()
    let before = box.left
    for (const label of plot.querySelectorAll('.y-label, .x-label')) {
      const { left, right } = label.getBoundingClientRect()
      const isOver = label.matches('.x-label') && left < before
      if (isOver || left < box.left)
        found.push(`${label.textContent} of ${plot.querySelector('h3')?.textContent}`)
      if (label.matches('.x-label')) before = right
    }
  }
  return found
}

const isFocused = (page: Page, name: string) =>
  page.evaluate((text) => document.activeElement?.textContent === text, name)

/** So that the funnel has something to show. */
async function countAVisit(page: Page) {
  await page.goto('/#start')
  await heading(page).waitFor()
  await page.goto('about:blank')
}
