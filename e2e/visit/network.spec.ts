import type { Request } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { expect, isPicture, test } from '../test.ts'
import { button, saved, submit, visitAt } from '../visits.ts'
import { walk } from '../walker.ts'

test('a step needs nothing from the network but pictures, and nothing from another host', async ({
  page,
  product,
}) => {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((request) => !request.url().startsWith(product.url)).map((each) => each.url())).toEqual(
    [],
  )
  asked.length = 0
  await walk(page)
  const others = asked.filter((request) => !isNoNeed(request))
  expect(others.map((request) => request.url())).toEqual([])
  for (const request of asked) expect(request.url().startsWith(`${product.url}/`)).toBe(true)
})

test('the pictures of the next screen are there before it is shown', async ({ page }) => {
  const fetched: string[] = []
  page.on('requestfinished', (request) => {
    if (/portrait/.test(request.url())) fetched.push(request.url())
  })
  await visitAt(page, firstAsking('typeOfArchitecture'))
  await page.getByRole('radio').first().check()
  const kinds = Object.keys(remodelTypes).length
  await expect.poll(() => fetched.length).toBe(kinds)
  await button(page, 'Next').click()
  await expect(button(page, remodelTypes.minor.name)).toBeVisible()
  for (const image of await page.locator('.chip img').all()) {
    await expect(image).toHaveJSProperty('complete', true)
  }
  await page.waitForTimeout(200)
  expect(fetched).toHaveLength(kinds)
})

test('the visit is finished offline but for the sending', async ({ page, context, expectTrouble }) => {
  expectTrouble(/ERR_INTERNET_DISCONNECTED/)
  await visitAt(page, 8)
  await context.setOffline(true)
  await walk(page)
  await context.setOffline(false)
  await submit(page)
  await expect(saved(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(pathOf(LAST))
})

/** Pictures may come late, and nobody waits for the count of steps. */
const isNoNeed = (request: Request) => isPicture(request) || request.resourceType() === 'ping'
