import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/test-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft.ts'
import { expect, test } from '../test.ts'
import { answersBefore, button, continueButton, openWithDraft, saved, someId, submit } from '../visits.ts'
import { arrived, goodAnswer, walk } from '../walker.ts'

const blocked = () => {
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
}

const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

for (const [what, spoil] of [
  ['blocked', blocked],
  ['full', full],
] as const) {
  test(`with ${what} storage a visit goes on to its end`, async ({ page, product }) => {
    await page.addInitScript(spoil)
    await page.goto('/')
    await walk(page)
    const id = await submit(page)
    await expect(saved(page)).toBeVisible()
    expect(product.projects(id)).toHaveLength(1)
    await page.reload()
    await arrived(page, 0)
    await expect(continueButton(page)).toHaveCount(0)
  })
}

const corrupt = [
  '{"answers":',
  'null',
  '[]',
  '42',
  '"text"',
  '{}',
  '{"answers":null}',
  '{"answers":[]}',
  '{"answers":{"email":7}}',
  '{"answers":{"__proto__":{"email":"a@b.c"}},"furthest":"x"}',
]

test('corrupt storage is the same as none', async ({ page }) => {
  await page.goto('/')
  for (const text of corrupt) {
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [DRAFT_KEY, text] as const)
    await page.reload()
    await expect(page.getByRole('button', { name: 'START HERE' })).toBeVisible()
    await expect(continueButton(page), text).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'START HERE' }).click()
  await arrived(page, 1)
})

test('a kept visit with odd parts is taken up as far as it makes sense', async ({ context }) => {
  const answers = answersBefore(6)
  for (const [draft, screen] of [
    [{ answers, furthest: 1e9, open: false, id: '../../etc' }, 6],
    [{ answers, furthest: -3, open: 'no' }, 1],
    [{ answers, furthest: 'six', id: 12, extra: true }, 1],
    [{ answers: { ...answers, stranger: 'x' }, furthest: 6.7, open: false, id: someId() }, 6],
  ] as const) {
    // A tab for each: one that has a visit of its own keeps that as it is left.
    const page = await context.newPage()
    await page.goto('/')
    await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
      DRAFT_KEY,
      JSON.stringify(draft),
    ] as const)
    await page.reload()
    await continueButton(page).click()
    await arrived(page, screen)
    await page.close()
  }
})

test("an older page's visit without the newer fields goes on", async ({ page, product }) => {
  const {
    timeFrame: _timeFrame,
    budget: _budget,
    emailAddress: _emailAddress,
    ...older
  } = answersBefore(LAST)
  const id = someId()
  await openWithDraft(page, { id, answers: older, furthest: LAST, open: false })
  await continueButton(page).click()
  await arrived(page, firstAsking('timeFrame'))
  await expect(page.locator('[name=budget]')).toHaveValue('')
  await walk(page)
  expect(await submit(page)).toBe(id)
  await expect(saved(page)).toBeVisible()
  expect(product.projects(id)[0]?.answers).toMatchObject({ budget: goodAnswer('budget'), emailAddress: '' })
  await expect(button(page, 'Close')).toBeVisible()
})
