import { addMember, PASSWORD, SIGN_IN, submitProject } from '../support/desk.ts'
import type { Product } from '../support/product.ts'
import { choose, fill, type Page, press, pressButton, waitForText, waitUntil } from './page.ts'

/** One more than a page of the inbox, and many more than Unanswered shows at first. */
const PROJECTS = 51
/** A row of a wide screen's table, or a card of a narrow one. */
const ROW = 'tr[aria-label], main li:has(h2)'

/** Signs in, shows more of both lists, opens a project by its row, and follows it up. */
export async function walkDesk(page: Page, product: Product): Promise<void> {
  for (let n = 1; n < PROJECTS; n++) await submitOf(product, `Visitor${n}`)
  await submitOf(product, 'Newest')
  await signIn(page, product)

  await pressButton(page, 'Show more')
  await waitForRows(page, PROJECTS)
  await press(page, ROW)
  await waitForText(page, 'h1', 'Jane Newest')
  await fill(page, '#note', 'Call after six.')
  await pressButton(page, 'Save note')
  await waitForText(page, '[aria-labelledby=history]', 'Call after six.')
  await choose(page, 'aside [name=status]', 'F-D-A proposed')
  await pressButton(page, 'Save status')
  await waitForText(page, '[aria-labelledby=history]', 'New → F-D-A proposed')
  await pressButton(page, 'Assign to me')
  await waitForText(page, '[aria-labelledby=history]', 'Assigned to Ana Ortiz')

  await press(page, 'nav a', 'Unanswered')
  await waitForText(page, 'h1', 'Unanswered')
  // The one with another status no longer waits.
  await pressButton(page, `Show all ${PROJECTS - 1}`)
  await waitForRows(page, PROJECTS - 1)
}

/** Searches and filters, undoes a contact, loses a project, opens every screen and signs out. */
export async function manageDesk(page: Page, product: Product): Promise<void> {
  for (const name of ['Found', 'Other']) await submitOf(product, name)
  await signIn(page, product)

  await fill(page, '[name=search]', 'Found')
  await pressButton(page, 'Search')
  await waitForRows(page, 1)
  await choose(page, '[name=status]', 'Won')
  await waitForText(page, 'h2', 'No matching projects')
  await page.run('history.back()')
  await waitForRows(page, 1)
  await press(page, ROW)
  await waitForText(page, 'h1', 'Jane Found')

  await pressButton(page, 'Called')
  await waitForText(page, '[aria-label=Contact]', 'Last: Called')
  await pressButton(page, 'Undo “Called”')
  await waitForText(page, '[aria-labelledby=history]', '“Called” was undone')
  await choose(page, 'aside [name=status]', 'Lost')
  await fill(page, 'aside [name=reason]', 'Moved away')
  await pressButton(page, 'Save status')
  await waitForText(page, '[aria-labelledby=history]', 'New → Lost: Moved away')
  await page.run('history.back()')
  await waitForText(page, ROW, 'Lost')

  for (const name of ['Suspicious', 'Unanswered', 'Funnel', 'Settings', 'Inbox']) {
    await press(page, 'nav a', name)
    await waitForText(page, 'h1', name)
  }
  await waitForRows(page, 2)
  await pressButton(page, 'Sign out')
  await waitForText(page, 'h1', SIGN_IN)
}

/** Submits a project of a household of its own. */
const submitOf = (product: Product, lastName: string) =>
  submitProject(product, { lastName, email: `${lastName}@example.com`, streetAddress: `${lastName} Street` })

async function signIn(page: Page, product: Product): Promise<void> {
  const { email } = await addMember(product)
  await page.goto(`${product.url}/desk`)
  await fill(page, '[name=email]', email)
  await fill(page, '[name=password]', PASSWORD)
  await pressButton(page, 'Sign in')
  await waitForText(page, 'h1', 'Inbox')
}

const waitForRows = (page: Page, count: number) =>
  waitUntil(
    page,
    (row, wanted) => document.querySelectorAll(row).length === Number(wanted),
    ROW,
    String(count),
  )
