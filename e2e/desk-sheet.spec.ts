import type { Page } from '@playwright/test'
import { contacts } from '../desk/status.ts'
import { addMember, colleague, openDesk, PASSWORD, submitProject } from './desk.ts'
import type { Product } from './product.ts'
import { expect, test } from './test.ts'
import { button, heading, printedPages } from './visits.ts'
import type { SomeAnswers } from './walker.ts'

const PHONE = { width: 390, height: 844 }
const LONG = 'Room for two cooks, a window over the sink and a place for the dog. '.repeat(12)

/** Opens a new project as a new colleague; tells its id. */
async function openSheet(page: Page, product: Product, given: SomeAnswers = {}) {
  const id = await submitProject(product, given)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.locator('.call-sheet').waitFor()
  return id
}

test('on a phone, a tap that was not noted says so beside the buttons, and nothing says that it was', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/desk/)
  await page.setViewportSize(PHONE)
  await openSheet(page, product)
  await button(page, 'Called').click()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await expect(page.getByText('Last: Called, today')).toBeInViewport({ ratio: 1 })

  await page.context().setOffline(true)
  await button(page, 'Left a message').click()
  const trouble = page.getByRole('alert').filter({ hasText: 'It may not have been saved' })
  await expect(trouble).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Left a message')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Called: noted.')).toBeHidden()

  // Where its answer alone is lost, the history shows that it was noted.
  await page.context().setOffline(false)
  await page.route(
    '**/events',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button(page, 'Left a message').click()
  // The line to the server tells of it, once it has come back.
  await expect(page.getByText('Last: Left a message')).toBeVisible({ timeout: 15_000 })
  await expect(trouble).toHaveCount(0)
})

test('a change that fails after somebody went on is told where they are, until they go on again', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/events/)
  const id = await openSheet(page, product, { firstName: 'Lena', lastName: 'Left' })
  const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(`**/api/desk/projects/${id}/events`, async (route) => {
    await left
    await route.abort()
  })
  await button(page, 'Called').click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page)).toHaveText('Audit')
  goOn()
  const complaint = page.getByRole('alert').filter({ hasText: 'Lena Left: It may not have been saved.' })
  await expect(complaint).toBeVisible()
  await page.goBack()
  await expect(complaint).toHaveCount(0)
  const doubt = page.getByRole('alert').filter({ hasText: 'It may not have been saved: Called.' })
  await expect(doubt).toBeVisible()
  // As when only the answer was lost, and the history comes to show it now.
  await page.request.post(`${product.url}/api/desk/projects/${id}/events`, {
    data: { kind: 'contact', how: 'Called' },
  })
  await expect(doubt).toHaveCount(0)
})

test('a second tap right after the first is the same contact; later it is another', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await openSheet(page, product)
  // However long the taps take here, no time passes between them.
  await page.clock.pauseAt(Date.now() + 1000)
  const calls = page.getByRole('region', { name: 'History' }).getByText('Called')
  await button(page, 'Called').dblclick()
  await expect(page.getByText('Called: noted.')).toBeVisible()
  await button(page, 'Called').click()
  await button(page, 'E-mailed').click()
  await expect(page.getByText('E-mailed: noted.')).toBeVisible()
  await expect(calls).toHaveCount(1)
  await page.clock.runFor(2000)
  await button(page, 'Called').click()
  await expect(calls).toHaveCount(2)
})

test('on a phone the forms come right after how to reach them, and the history before the answers', async ({
  page,
  product,
}) => {
  await page.setViewportSize(PHONE)
  await openSheet(page, product)
  const tops = await Promise.all(
    [
      page.getByRole('heading', { name: 'Reach them' }),
      page.getByLabel('Status'),
      page.getByLabel('Note'),
      page.getByRole('heading', { name: 'What they want' }),
      page.getByRole('heading', { name: 'History' }),
      page.getByRole('heading', { name: 'Every answer' }),
      page.getByText('Erase this project'),
    ].map(async (part) => (await part.boundingBox())?.y),
  )
  expect(tops).toEqual(tops.toSorted((one, other) => Number(one) - Number(other)))
})

test('paper says when things were and when it was printed, and carries the notes', async ({
  page,
  product,
}) => {
  await openSheet(page, product)
  await page.getByLabel('Note').fill('Ring the side door.')
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ring the side door.')
  await page.emulateMedia({ media: 'print' })
  const paper = await page.locator('main').innerText()
  expect(paper).not.toContain('Today')
  const moment = `[A-Z][a-z]{2} \\d+, ${new Date().getFullYear()}, \\d+:\\d\\d\\s[AP]M`
  expect(paper).toMatch(new RegExp(`Received\\s+${moment}`))
  expect(paper).toMatch(new RegExp(`Printed ${moment}`))
  expect(paper).toContain('Ring the side door.')
  expect(paper).not.toContain('Every answer')

  // A phone prints the same page.
  await page.setViewportSize(PHONE)
  const [reach, ask] = await Promise.all(['.reach', '.ask'].map((part) => page.locator(part).boundingBox()))
  expect(ask?.y).toBe(reach?.y)

  await page.clock.setFixedTime(new Date(2030, 0, 2, 10))
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(/^Printed Jan 2, 2030, 10:00\sAM by Ana Ortiz$/)).toBeVisible()
})

test('paper breaks an e-mail address where it can be read, and shows no scale without its colours', async ({
  page,
  product,
}) => {
  await openSheet(page, product, { email: 'jane.homeowner@example.com' })
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  const lines = await page.locator('.mail > span').evaluate((mail) =>
    [...mail.childNodes]
      .filter((part) => part.textContent)
      .map((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        return [part.textContent, range.getClientRects().length]
      }),
  )
  expect(lines).toEqual([
    ['jane.homeowner@', 1],
    ['example.com', 1],
  ])
  const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x
  expect(await left('.mail'), 'in line with its heading').toBe(await left('.reach h2'))
  await expect(page.locator('.standing .inches')).toBeHidden()
})

test('what is to be asked has a box to tick on paper alone', async ({ page, product }) => {
  await openSheet(page, product)
  const edgeOf = (question: Element) => getComputedStyle(question, '::before').borderTopStyle
  const question = page.locator('.ask li').first()
  expect(await question.evaluate(edgeOf)).toBe('none')
  await page.emulateMedia({ media: 'print' })
  expect(await question.evaluate(edgeOf)).toBe('solid')
})

test('paper has no gap before a long answer', async ({ page, product }) => {
  const words = LONG.repeat(3)
  await openSheet(page, product, {
    remodellingReasons: words,
    primaryMotivatorForRemodelling: words,
    timeFrame: words,
    newKitchenDesignExists: words,
  })
  for (const format of ['A4', 'Letter']) {
    expect(await printedPages(page, format), format).toBeLessThanOrEqual(7)
  }
})

for (const width of [820, 1440]) {
  test(`a box of the call sheet is as high as what stands in it at ${width} px`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSheet(page, product, { newKitchenImportantFeature: LONG })
    const empty = await page.locator('.part').evaluateAll((parts) =>
      parts.map((part) => {
        const end = part.lastElementChild?.getBoundingClientRect().bottom ?? 0
        return part.getBoundingClientRect().bottom - end
      }),
    )
    expect(Math.max(...empty)).toBeLessThan(20)
  })
}

test('why it was lost is asked before it is saved', async ({ page, product }) => {
  await openSheet(page, product)
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Status').press('Tab')
  await expect(page.getByLabel('Why was it lost?')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Save status')).toBeFocused()
  const [asked, saved] = await Promise.all(
    [page.getByLabel('Why was it lost?'), button(page, 'Save status')].map((part) => part.boundingBox()),
  )
  expect(asked?.y).toBeLessThan(Number(saved?.y))
})

test('what a thumb taps on a project is as high as a thumb', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  const twin = { email: 'thumb@example.com' }
  await submitProject(product, twin)
  await openSheet(page, product, twin)
  for (const link of [
    page.locator('.standing').getByRole('link', { name: 'Same' }).first(),
    page.getByRole('link', { name: 'thumb@example.com' }),
    page.locator('address').getByRole('link'),
  ]) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test('what somebody has just done is pressed in lines of three buttons, however wide the window', async ({
  page,
  product,
}) => {
  await openSheet(page, product)
  for (const width of [1024, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1080 })
    const tops = await page
      .locator('.contact-buttons .button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size, `at ${width} px`).toBeLessThanOrEqual(Math.ceil(contacts.length / 3))
  }
})

test('an e-mail address of more than one line keeps off its heading', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  await openSheet(page, product, { email: `${'maximiliane.'.repeat(4)}hohenstaufen@example.com` })
  const [title, words] = await Promise.all(
    ['.reach h2', '.mail > span'].map((part) => page.locator(part).boundingBox()),
  )
  expect(Number(words?.y) - Number(title?.y) - Number(title?.height)).toBeGreaterThanOrEqual(6)
})

test('the address opens a map, and leaves no trace of the desk there', async ({ page, product }) => {
  await openSheet(page, product, {
    streetAddress: '12 Maple Street #4',
    city: 'Salem',
    state: 'Oregon',
    zipCode: '97301',
  })
  const map = page.locator('address').getByRole('link')
  await expect(map).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=12%20Maple%20Street%20%234%2C%20Salem%2C%20Oregon%2097301',
  )
  await expect(map).toHaveAttribute('target', '_blank')
  await expect(map).toHaveAccessibleName(/on a map \(opens in a new tab\)$/)
  await expect(map).toHaveAttribute('rel', 'noreferrer')
})

test('after a change the focus is where the change was made', async ({ page, product }) => {
  await openSheet(page, product)
  await page.getByLabel('Status').selectOption('Won')
  await button(page, 'Save status').press('Enter')
  await expect(page.getByText('Status: Won.')).toBeVisible()
  await expect(page.getByLabel('Status')).toBeFocused()
})

test('a tab of one person does not write in the name of another who signed in beside it', async ({
  page,
  product,
}) => {
  // Its line ends when it is told to here, as the server ends that of a session which is over.
  const { promise: isOver, resolve: endLine } = Promise.withResolvers<void>()
  await page.route(
    '**/api/desk/changes',
    async (route) => {
      await isOver
      await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 100\n\n' })
    },
    { times: 1 },
  )
  await openSheet(page, product)
  const ben = await addMember(product, 'Ben Wu')
  await page.request.post(`${product.url}/api/desk/session`, {
    data: { email: ben.email, password: PASSWORD },
  })
  endLine()
  await expect(heading(page)).toHaveText('Ben Wu has signed in')
})

test('leaving the status as it was set elsewhere keeps the unsaved choice of who has it', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/409.*events/)
  const id = await submitProject(product)
  const ana = await addMember(product, 'Ana Ortiz')
  await openDesk(page, product, { as: ana, at: `/projects/${id}` })
  await page.getByLabel('Status').selectOption('Won')
  await page.getByLabel('Who has it').selectOption(ana.email)
  const ben = await addMember(product, 'Ben Wu')
  const { change } = await colleague(product, ben)
  await change(id, ({ version }) => ({ kind: 'status', to: 'Contacted', reason: '', version }))
  await expect(page.locator('.standing')).toContainText('Contacted')
  await button(page, 'Save status').click()
  await expect(page.getByRole('heading', { name: 'It was changed elsewhere meanwhile' })).toBeVisible()
  await button(page, 'Leave it at Contacted').click()
  await expect(page.getByLabel('Status')).toHaveValue('Contacted')
  await expect(page.getByLabel('Who has it')).toHaveValue(ana.email)
})

for (const width of [320, 390, 820]) {
  test(`how things stand is not torn over lines at ${width} px`, async ({ page, product }) => {
    await page.setViewportSize({ width, height: 844 })
    await openSheet(page, product)
    await page.getByLabel('Status').selectOption('Lost')
    await page.getByLabel('Why was it lost?').fill('They moved to another state and sell the house as it is.')
    await button(page, 'Save status').click()
    await button(page, 'Called').click()
    const standing = page.locator('.standing > dl')
    // Both, before anything is measured.
    await expect(standing).toContainText('They moved')
    await expect(standing).toContainText('answered in')
    const answered = await standing.getByText('answered in').boundingBox()
    expect(answered?.height).toBeLessThan(30)
    const status = await standing.locator('.status-mark').boundingBox()
    const isBeside = Number(answered?.x) + Number(answered?.width) < Number(status?.x) - 8
    const isAbove = Number(answered?.y) + Number(answered?.height) < Number(status?.y) - 8
    expect(isBeside || isAbove).toBe(true)
    const reason = await standing.getByText('They moved').boundingBox()
    expect(reason?.width).toBe((await standing.boundingBox())?.width)
  })
}
