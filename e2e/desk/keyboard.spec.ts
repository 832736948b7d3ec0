import type { Page } from '@playwright/test'
import { addMember, openDesk, openProject, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

test('the phone’s bar never covers the focused control, with text of twice the size', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await submitProject(product, { email: 'covered@example.com' })
  await submitProject(product, { email: 'covered@example.com' })
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await button(page, 'Called').click()
  await button(page, 'Undo “Called”').waitFor()
  // The bar is highest when it also shows an error.
  await page.context().setOffline(true)
  await button(page, 'E-mailed').click()
  await page.getByRole('alert').filter({ hasText: 'This may not have been saved' }).waitFor()

  await page.getByRole('link', { name: 'Inbox' }).last().focus()
  const covered: string[] = []
  const last = page.getByText('Erase this project')
  for (let tabs = 0; tabs < 30; tabs++) {
    const { name, isCovered } = await page.evaluate(underTheBar)
    if (isCovered) covered.push(name)
    if (await last.evaluate((summary) => summary === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(last).toBeFocused()
  expect(covered).toEqual([])
})

test('the tab order of a project is the visual order, at every width', async ({ page, product }) => {
  await openProject(page, product)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 1180 })
    await page.locator('a[href^="mailto:"]').focus()
    // The phone's bar is outside of this order, below everything.
    const fields = [...(width > 700 ? ['Called'] : []), 'Status', 'Assigned to', 'Note']
    let before = await boxOfFocus(page)
    await page.keyboard.press('Tab')
    for (const name of ['address', ...fields]) {
      if (name !== 'address') await page.getByLabel(name).or(button(page, name)).first().focus()
      const box = await boxOfFocus(page)
      expect(box.left >= before.right || box.top >= before.bottom, `${name} at ${width} px`).toBe(true)
      before = box
    }
  }
})

/** The box of the focused element, independent of the scroll position. */
const boxOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
    return { left, right, top: top + scrollY, bottom: bottom + scrollY }
  })

/** Runs in the page: the focused element, and whether the fixed bar covers most of it. */
function underTheBar() {
  const element = document.activeElement
  const bar = document.querySelector('[aria-label=Contact]')
  if (!element || !bar || bar.contains(element)) return { name: '', isCovered: false }
  const { top, bottom } = element.getBoundingClientRect()
  const isCovered = (top + bottom) / 2 > bar.getBoundingClientRect().top
  return { name: `${element.tagName} ${element.id || element.textContent}`, isCovered }
}
