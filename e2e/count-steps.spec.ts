import type { Page, Request } from '@playwright/test'
import type { Funnel } from '../desk/api.ts'
import { addMember, PASSWORD } from './desk.ts'
import { startProduct } from './product.ts'
import { expect, test } from './test.ts'
import { button, visitAt } from './visits.ts'
import { arrived, walk } from './walker.ts'

/** The screens that a page reports from now on, in their order. */
function countedOn(page: Page): readonly number[] {
  const screens: number[] = []
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/steps')) screens.push(request.postDataJSON().screen)
  })
  return screens
}

test('a screen is reported once a visit, when it is first left', async ({ page }) => {
  const counted = countedOn(page)
  await page.goto('/')
  await walk(page, { to: 3 })
  await expect.poll(() => counted).toEqual([0, 1, 2])
  await page.goBack()
  await arrived(page, 2)
  await button(page, 'Next').click()
  await arrived(page, 3)
  await button(page, 'Next').click()
  await arrived(page, 4)
  await expect.poll(() => counted).toEqual([0, 1, 2, 3])
  await page.goto('about:blank')
  await expect.poll(() => counted).toEqual([0, 1, 2, 3, 4])
})

test('a report is a screen and its seconds, and nothing else', async ({ page }) => {
  const reported = page.waitForRequest(/api\/steps/)
  await page.goto('/?start')
  const request = await reported
  expect(Object.keys(request.postDataJSON())).toEqual(['screen', 'seconds'])
  expect(request.headers()['content-type']).toBe('application/json')
})

test('taking a visit up again reports no screen that was not shown', async ({ page }) => {
  const counted = countedOn(page)
  await visitAt(page, 8)
  await button(page, 'Next').click()
  await arrived(page, 9)
  await expect.poll(() => counted).toEqual([0, 8])
})

test('who asks not to be counted is not', async ({ page }) => {
  for (const wish of ['globalPrivacyControl', 'doNotTrack']) {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, {
        value: name === 'doNotTrack' ? '1' : true,
        configurable: true,
      })
    }, wish)
    const counted = countedOn(page)
    await page.goto('/')
    await walk(page, { to: 2 })
    await page.goto('about:blank')
    expect(counted).toEqual([])
  }
})

test('without a Navigation API the history is listened to', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
  const counted = countedOn(page)
  await page.goto('/')
  await walk(page, { to: 2 })
  await page.goBack()
  await arrived(page, 1)
  await expect.poll(() => counted).toEqual([0, 1, 2])
})

test('visits are in the funnel', async ({ page }) => {
  const product = await startProduct()
  const member = await addMember(product)
  await page.goto(product.url)
  await walk(page, { to: 3 })
  await page.goto('about:blank')
  await page.request.post(`${product.url}/api/desk/session`, {
    data: { email: member.email, password: PASSWORD },
  })
  await expect
    .poll(async () => {
      const funnel: Funnel = await (await page.request.get(`${product.url}/api/desk/funnel`)).json()
      return funnel.steps.slice(0, 5).map(({ reached }) => reached)
    })
    .toEqual([1, 1, 1, 1, 0])
  await page.goto(`${product.url}/desk#/funnel`)
  const table = page.getByRole('table', { name: 'Each screen in numbers' })
  await expect(table.getByRole('row', { name: /^3\. Our Unique/ })).toContainText('100 %')
  await product.stop()
})
