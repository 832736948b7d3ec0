import { axeTroubles } from '../axe-troubles.ts'
import { walkStates } from '../screen-states.ts'
import { expect, test } from '../test.ts'

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
      for (const trouble of await axeTroubles(page)) found.push(`${state}: ${trouble}`)
    })
    expect(found).toEqual([])
  })
}

test('axe finds nothing on the error view', async ({ page, expectTrouble }) => {
  expectTrouble(/404/)
  await page.goto('/nowhere')
  expect(await axeTroubles(page)).toEqual([])
})
