import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { expect, test } from '../support/test.ts'
import { jumpTo, openVisitAt } from '../support/visits.ts'

// Developers may change the questions; the layouts hold for 18 to 30 house styles and 20 to 40 screens.

const SIZES = [
  [390, 844],
  [820, 1180],
  [1024, 768],
  [1200, 720],
  [1440, 900],
  [1920, 1080],
] as const

test('18 to 30 house styles, and 20 to 40 steps, fit every window', async ({ page }) => {
  await openVisitAt(page, LAST)
  await jumpTo(page, firstAsking('typeOfArchitecture'))
  await page.locator('.houses').evaluate(addCopies, 30)
  expect(await problemsAtAllSizes(page, () => page.evaluate(chartProblems))).toEqual([])

  await jumpTo(page, LAST)
  const tape = page.locator('.tape')
  for (const steps of [40, 20]) {
    await tape.evaluate(addCopies, steps)
    await tape.evaluate((all, count) => all.replaceChildren(...[...all.children].slice(0, count)), steps)
    expect(await problemsAtAllSizes(page, () => page.evaluate(tapeProblems)), `${steps}`).toEqual([])
  }
})

/** Runs in the page: copies the last child until there are this many. */
function addCopies(all: Element, count: number) {
  while (all.children.length < count) all.append(all.lastElementChild?.cloneNode(true) ?? '')
}

async function problemsAtAllSizes(page: Page, find: () => Promise<readonly string[]>) {
  await page.evaluate(() => document.fonts.ready)
  const found: string[] = []
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    const problems = [...(await find()), ...(await page.evaluate(layoutProblems))]
    problems.push(...(await page.locator('.house-name span').evaluateAll(brokenWords)))
    found.push(...problems.map((problem) => `${problem} at ${width}x${height}`))
  }
  return found
}

/** Runs in the page: problems of the chart as it is, and with each smaller number of houses down to 18. */
function chartProblems(): readonly string[] {
  const problems: string[] = []
  const chart = document.querySelector('.houses')
  const bar = document.querySelector('.bar')?.getBoundingClientRect().top ?? 0
  const houses = [...(chart?.children ?? [])]
  for (let count = houses.length; count >= 18; count--) {
    chart?.replaceChildren(...houses.slice(0, count))
    const boxes = houses.slice(0, count).map((house) => house.getBoundingClientRect())
    const rows = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()]
    const columns = rows[0]?.length ?? 0
    const last = rows.at(-1) ?? []
    // On a phone there is no room for another number of columns.
    if (columns > 3 && last.length === 1) problems.push(`the last of ${count} houses is alone`)
    if (innerWidth >= 1200 && rows.length !== 3) problems.push(`${count} houses are in ${rows.length} rows`)
    if (innerWidth >= 1200 && last.some(({ bottom }) => bottom > bar))
      problems.push(`the last of ${count} houses are under the bar`)
  }
  chart?.replaceChildren(...houses)
  return problems
}

/** Runs in the page: the first inch that differs in size, is out of its place or has no room for its number. */
function tapeProblems(): readonly string[] {
  const inches = [...document.querySelectorAll('.tape i')]
  const width = innerWidth / inches.length
  const wrong = inches.findIndex((inch, index) => {
    const { left, right } = inch.getBoundingClientRect()
    const isInPlace = Math.abs(left - index * width) < 0.1 && Math.abs(right - left - width) < 0.1
    const hasNumber = getComputedStyle(inch, '::before').display !== 'none'
    return !isInPlace || (hasNumber && width < 24)
  })
  return wrong === -1 ? [] : [`inch ${wrong + 1} of the tape`]
}

/** Runs in the page: the words that run over more than one line. */
function brokenWords(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => {
    const text = element.firstChild
    if (!(text instanceof Text)) return []
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })
}
