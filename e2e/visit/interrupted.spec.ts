import { LAST } from '../../questionnaire/screens.ts'
import { expect, test } from '../test.ts'
import {
  button,
  continueButton,
  countSends,
  heading,
  holdSends,
  keptDraft,
  saved,
  submit,
  visitAt,
} from '../visits.ts'
import { arrived } from '../walker.ts'

test('a visitor who closes the tab after Submit is saved and told of all the same', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/PUT .*ERR_ABORTED/)
  await visitAt(page, LAST)
  const id = await submit(page)
  await page.close()
  await expect.poll(() => product.projects(id).length).toBe(1)
  await expect.poll(async () => (await product.emails(id)).length).toBe(1)
})

test('a reload in the midst of sending, and Submit once more, make one project', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/PUT .*ERR_ABORTED/)
  await visitAt(page, LAST)
  const id = await submit(page)
  await page.reload()
  // Where the answer came before the reload there is nothing to go on with.
  if (await keptDraft(page)) {
    await continueButton(page).click()
    await arrived(page, LAST)
    expect(await submit(page)).toBe(id)
    await expect(saved(page)).toBeVisible()
  }
  expect(product.projects(id)).toHaveLength(1)
  await expect.poll(async () => (await product.emails(id)).length).toBe(1)
})

test('the back of the browser in the midst of sending ends with one project and Go Home', async ({
  page,
  product,
}) => {
  await visitAt(page, LAST)
  const sends = countSends(page)
  const letGo = await holdSends(page)
  const id = await submit(page)
  await page.goBack()
  await arrived(page, LAST - 1)
  letGo()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('status')).toHaveCount(0)
  await button(page, 'Close').click()
  await button(page, 'Next').click()
  await arrived(page, LAST)
  await expect(button(page, 'Go Home')).toBeVisible()
  expect(sends).toHaveLength(1)
  expect(product.projects(id)).toHaveLength(1)
})

test('a message that finds the visitor back on the landing leaves the focus there when it is closed', async ({
  page,
}) => {
  await visitAt(page, LAST)
  const letGo = await holdSends(page)
  await submit(page)
  await page.evaluate((steps) => history.go(-steps), LAST)
  await arrived(page, 0)
  letGo()
  await button(page, 'Close').click()
  await expect(heading(page)).toBeFocused()
})

for (const year of ['1970-01-01', '2099-12-31']) {
  test(`a browser whose clock says ${year} is served like any other`, async ({ page, product }) => {
    await page.clock.setFixedTime(new Date(`${year}T12:00:00Z`))
    await visitAt(page, LAST)
    const id = await submit(page)
    await expect(saved(page)).toBeVisible()
    const createdAt = Date.parse(product.projects(id)[0]?.createdAt ?? '')
    expect(Math.abs(Date.now() - createdAt), "the server's own time").toBeLessThan(60_000)
  })
}
