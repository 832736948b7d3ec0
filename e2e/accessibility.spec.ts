import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { walkStates } from './screen-states.ts'
import { expect, test } from './test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`axe finds nothing on any screen and state at ${viewport.width} px`, async ({
    page,
    expectTrouble,
  }) => {
    test.setTimeout(180_000)
    expectTrouble(/api\/projects/)
    await page.setViewportSize(viewport)
    const found: string[] = []
    await walkStates(page, async (state) => {
      for (const trouble of await troublesOf(page)) found.push(`${state}: ${trouble}`)
    })
    expect(found).toEqual([])
  })
}

test('axe finds nothing on the error view', async ({ page, expectTrouble }) => {
  expectTrouble(/404/)
  await page.goto('/nowhere')
  expect(await troublesOf(page)).toEqual([])
})

async function troublesOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}
