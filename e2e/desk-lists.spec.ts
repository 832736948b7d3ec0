import type { Locator, Page } from '@playwright/test'
import { addMember, colleague, openDesk, submitProject } from './desk.ts'
import { expect, test } from './test.ts'
import { heading } from './visits.ts'

// A product of its own: nobody on it has been answered yet.
test.use({ settings: {} })

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }
const SIDEWAYS = { width: 1024, height: 768 }
const LAPTOP = { width: 1366, height: 768 }
const WIDE = { width: 1440, height: 900 }
const WIDER = { width: 1920, height: 1080 }

const TALKATIVE =
  'We would like to begin when the children are back at school, unless the roof comes first, and be done before the first snow or at the very latest by Thanksgiving.'

test('until somebody was answered there is nothing to plot', async ({ page, product }) => {
  await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: '/unanswered' })
  const section = page.getByRole('region', { name: 'Time to first contact', exact: true })
  await expect(section).toContainText('Nothing to show yet.')
  await expect(section.getByRole('table')).toHaveCount(0)
})

test('from when on a wait is warm or hot stands in words too, and not in a plot alone', async ({
  page,
  product,
}) => {
  // Beside so long a wait the two lie on each other.
  const week = { week: '2026-01-05', projects: 1, answered: 1, medianMinutes: 9000, worstMinutes: 9000 }
  await page.route('**/first-contacts', (route) => route.fulfill({ json: [week] }))
  await openDesk(page, product, { as: await addMember(product), at: '/unanswered' })
  await expect(page.getByText('warm after 15 min, hot after 1 h.')).toBeVisible()
  const top = async (name: string) => (await page.locator('.plot').getByText(name).boundingBox())?.y ?? 0
  expect((await top('warm')) - (await top('hot')), 'room for each name').toBeGreaterThan(10)
})

for (const viewport of [PHONE, TABLET, WIDE]) {
  test(`many words about the time take two lines at ${viewport.width} px`, async ({ page, product }) => {
    await page.setViewportSize(viewport)
    await submitProject(product, { timeFrame: TALKATIVE })
    await openDesk(page, product, { as: await addMember(product) })
    const words = page.getByText(TALKATIVE).first()
    const line = await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    expect((await words.boundingBox())?.height).toBeLessThan(2.5 * line)
  })
}

test('no heading of the inbox breaks at a hyphen', async ({ page, product }) => {
  await submitProject(product, { timeFrame: TALKATIVE, budget: TALKATIVE, city: TALKATIVE })
  for (const width of [1120, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openDesk(page, product, { as: await addMember(product) })
    expect(await linesOf(page.getByRole('columnheader', { name: 'E-mail' }))).toBe(1)
    // Or it would ask with the session that the next sign-in ends.
    await page.goto('about:blank')
  }
})

for (const viewport of [PHONE, TABLET, LAPTOP, WIDE]) {
  test(`filters stand in full rows and show what is in them at ${viewport.width} px`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(viewport)
    await openDesk(page, product, { as: await addMember(product), at: '?from=2026-01-31' })
    const boxes = await Promise.all(
      (await page.locator('.small-field').all()).map((field) => field.boundingBox()),
    )
    const rows = Map.groupBy(boxes, (box) => box?.y)
    expect(new Set([...rows.values()].map((row) => row.length)).size).toBe(1)
    // A date as Firefox sets it, and 'Longest waiting'.
    expect(boxes[3]?.width).toBeGreaterThanOrEqual(156)
    expect(boxes[5]?.width).toBeGreaterThanOrEqual(164)
    expect(await isPlaceholderWhole(page.getByLabel('Search'))).toBe(true)
  })
}

test('counts what is set behind Filter and sort, and clears that and the search', async ({
  page,
  product,
}) => {
  await page.setViewportSize(TABLET)
  await openDesk(page, product, { as: await addMember(product), at: '?search=oak' })
  const summary = page.locator('summary')
  const clear = page.getByRole('link', { name: 'Clear' })
  await expect(summary).toHaveText('Filter and sort')
  await clear.click()
  await expect(page.getByLabel('Search')).toHaveValue('')
  await expect(clear).toHaveCount(0)
  await expect(heading(page)).toBeFocused()

  await summary.click()
  await page.getByLabel('Sorted').selectOption('Oldest first')
  await expect(summary).toHaveText('Filter and sort (1)')
  await page.getByLabel('Status').selectOption('New')
  await expect(summary).toHaveText('Filter and sort (2)')
  await clear.click()
  await expect(summary).toHaveText('Filter and sort')
  expect(page.url()).toMatch(/\/desk$/)
})

test('Filter and sort stays open for whoever goes through its fields', async ({ page, product }) => {
  await page.setViewportSize(TABLET)
  await openDesk(page, product, { as: await addMember(product) })
  await page.locator('summary').press('Enter')
  await page.keyboard.press('Tab')
  const status = page.getByLabel('Status')
  await expect(status).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('summary')).toHaveText('Filter and sort (1)')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('summary')).toHaveText('Filter and sort')
  await expect(status).toBeFocused()
  await expect(status).toBeVisible()

  // Closed by hand, it has no way to be opened in a wide window.
  await page.keyboard.press('ArrowDown')
  await page.locator('summary').press('Enter')
  await expect(status).toBeHidden()
  await page.setViewportSize({ width: 1300, height: 900 })
  await expect(status).toBeVisible()
})

test('how long an answer took is not torn from its unit', async ({ page, product }) => {
  await page.setViewportSize(WIDE)
  const as = await addMember(product, 'Bartholomew Featherstonehaugh-Cholmondeley')
  const id = await submitProject(product, { firstName: 'Maximiliane', lastName: 'Hohenstaufen-Untorn' })
  const { change } = await colleague(product, as)
  await change(id, () => ({ kind: 'contact', how: 'Called' }))
  await change(id, ({ version }) => ({ kind: 'assigned', to: as.email, version }))
  await openDesk(page, product, { as, at: '?search=Hohenstaufen' })
  const lines = await page.getByText('answered in').evaluate(({ firstChild }) => {
    const range = document.createRange()
    if (firstChild?.textContent) {
      range.setStart(firstChild, 'answered in '.length)
      range.setEnd(firstChild, firstChild.textContent.length)
    }
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})

test('who did what is not broken in the audit', async ({ page, product }) => {
  const as = await addMember(product)
  for (const viewport of [PHONE, TABLET]) {
    await page.setViewportSize(viewport)
    await openDesk(page, product, { as, at: '/audit' })
    expect(await linesOf(page.getByText(as.email).first())).toBe(1)
  }
})

test('the funnel says in its fields which days it shows, and its tables begin at their top and break no day', async ({
  page,
  product,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/#start')
  await heading(page).waitFor()
  await page.goto('about:blank')
  await openDesk(page, product, { as: await addMember(product), at: '/funnel' })
  const days = page.getByRole('table', { name: 'Each day in numbers' }).getByRole('rowheader')
  await expect(days).toHaveCount(28)
  expect(await linesOf(days.first())).toBe(1)
  await expect(page.getByLabel('Until')).not.toHaveValue('')

  await page.getByRole('button', { name: 'Show' }).focus()
  for (const column of ['Screen', 'Day']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeInViewport()
  }
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('.swatch').first()).toHaveCSS('outline-color', 'rgb(255, 255, 255)')

  await page.getByLabel('From').fill('2026-01-05')
  await page.getByLabel('Until').fill('2026-01-06')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'No visits counted in these days' })).toBeVisible()
  // Read out, since the focus stays on Show.
  await expect(page.getByRole('status').filter({ hasText: 'No visits counted' })).toHaveCount(1)
  await page.getByLabel('From').fill('2026-01-07')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'From is after Until' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(days).toHaveCount(28)
  await expect(page.getByLabel('From')).not.toHaveValue('2026-01-05')
  await expect(page.getByLabel('From')).not.toHaveValue('')
})

test('the funnel counts on while it is open', async ({ page, product }) => {
  await page.clock.install()
  let submitted = 1
  await page.route('**/api/desk/funnel', async (route) => {
    const { steps, days } = await (await route.fetch()).json()
    await route.fulfill({ json: { steps, days: [...days.slice(0, -1), { ...days.at(-1), submitted }] } })
  })
  await openDesk(page, product, { as: await addMember(product), at: '/funnel' })
  const line = page.locator('.lead-line')
  await expect(line).toContainText('1 project submitted')
  submitted = 2
  await page.clock.fastForward('01:01')
  await expect(line).toContainText('2 projects submitted')
  // Not with every minute.
  await expect(page.getByRole('status').filter({ hasText: 'submitted' })).toContainText('1 project submitted')
})

test('the masthead keeps to its margins, and a focus to its own place', async ({ page, product }) => {
  const as = await addMember(product)
  for (const viewport of [PHONE, TABLET, SIDEWAYS, WIDE, WIDER]) {
    await page.setViewportSize(viewport)
    await openDesk(page, product, { as })
    const [places, brand, title] = await Promise.all(
      ['nav a', '.brand svg', 'h1'].map((part) =>
        page.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect())),
      ),
    )
    expect(new Set(places?.map(({ top }) => top)).size, `lines at ${viewport.width} px`).toBe(1)
    expect(brand?.[0]?.left, `${viewport.width} px`).toBeCloseTo(title?.[0]?.left ?? 0, 0)
    expect(await spaceAfter(page, 'Sign out'), `${viewport.width} px`).toBeCloseTo(0, 0)
    await page.getByRole('button', { name: 'Sign out' }).focus()
    await page.keyboard.press('Tab')
    const shadow = await page.evaluate(() => {
      const { boxShadow } = document.activeElement ? getComputedStyle(document.activeElement) : {}
      return boxShadow
    })
    expect(shadow).toContain('inset')
  }
})

/** In how many lines the words of an element stand. */
const linesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })

/** From the words of a button to the margin of the page. */
const spaceAfter = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    const bar = button.closest('header') ?? button
    return (
      bar.getBoundingClientRect().right -
      Number.parseFloat(getComputedStyle(bar).paddingRight) -
      range.getBoundingClientRect().right
    )
  })

const isPlaceholderWhole = (locator: Locator) =>
  locator.evaluate((input: HTMLInputElement) => {
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input)
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) return false
    brush.font = `${fontSize} ${fontFamily}`
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    // The browser keeps room for its own cross, which empties a search.
    return brush.measureText(input.placeholder).width + 20 <= room
  })
