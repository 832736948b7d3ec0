import type { Page } from '@playwright/test'
import { firstAsking } from '../questionnaire/test-screens.ts'
import { walkStates } from './screen-states.ts'
import { expect, test } from './test.ts'
import { visitAt } from './visits.ts'

const sizes: readonly {
  readonly what: string
  readonly width: number
  readonly height: number
  readonly text?: string
}[] = [
  { what: '320 px', width: 320, height: 640 },
  { what: '820 px', width: 820, height: 1180 },
  { what: '400 % zoom', width: 320, height: 256 },
  { what: '200 % text on a phone', width: 390, height: 844, text: '200%' },
  { what: '200 % text on a small phone', width: 360, height: 800, text: '200%' },
  { what: '200 % text on a desktop', width: 1280, height: 900, text: '200%' },
]

for (const { what, width, height, text } of sizes) {
  test(`no screen scrolls sideways or has a small target at ${what}`, async ({ page, expectTrouble }) => {
    test.setTimeout(120_000)
    expectTrouble(/api\/projects/)
    await page.setViewportSize({ width, height })
    if (text) {
      await page.addInitScript((size) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = size
        })
      }, text)
    }
    const found: string[] = []
    await walkStates(page, async (state) => {
      for (const trouble of await page.evaluate(layoutTroubles)) found.push(`${state}: ${trouble}`)
    })
    expect(found).toEqual([])
  })
}

/** Runs in the page: what sticks out sideways, what text is cut off or under a button, and what is too small to press. */
function layoutTroubles(): readonly string[] {
  const troubles: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) troubles.push(`${scrollWidth - clientWidth} px sideways`)
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`

  const layer = document.querySelector('dialog[open]') ?? document.body
  const edge = layer === document.body ? { left: 0, right: clientWidth } : layer.getBoundingClientRect()
  if (document.querySelector('#root[inert]')) return troubles
  for (const control of layer.querySelectorAll('a, button, input, select, textarea, summary, video')) {
    // A radio's target is its whole card.
    const target = control.matches('[type=radio]') ? (control.closest('.choice, .house') ?? control) : control
    const { width, height, left, right } = target.getBoundingClientRect()
    if (width === 0 || control.closest('[hidden]')) continue
    if (Math.min(width, height) < 43.5) troubles.push(`${nameOf(control)} is ${width} by ${height}`)
    if (left < edge.left - 0.5 || right > edge.right + 0.5) troubles.push(`${nameOf(control)} sticks out`)
    if (control.scrollWidth > control.clientWidth && control.matches('button'))
      troubles.push(`${nameOf(control)} is too narrow for its words`)
  }
  for (const text of layer.querySelectorAll('h1, h2, p, li, label, button, a, dt, dd, .whole')) {
    const { left, right, width } = text.getBoundingClientRect()
    const isShown = width > 1 && text.checkVisibility({ visibilityProperty: true })
    if (isShown && (left < edge.left - 0.5 || right > edge.right + 0.5))
      troubles.push(`${nameOf(text)} is cut off`)
  }
  const barHeight = document.querySelector('.bar')?.clientHeight ?? 0
  for (const heading of layer.querySelectorAll('h1')) {
    const words = document.createRange()
    words.selectNodeContents(heading)
    // Large text may begin below the window; nothing lies on it once it is scrolled to.
    if (words.getBoundingClientRect().bottom > innerHeight - barHeight)
      heading.scrollIntoView({ block: 'center' })
    for (const one of words.getClientRects()) {
      const x = Math.min(one.right - 1, clientWidth - 1)
      if (document.elementFromPoint(x, one.y + one.height / 2)?.closest('button'))
        troubles.push(`${nameOf(heading)} is under a button`)
    }
  }
  return troubles
}

test('a radio is chosen by pressing anywhere on its card', async ({ page }) => {
  for (const [name, card] of [
    ['typeOfArchitecture', '.house'],
    ['remodellingExperience', '.choice'],
  ] as const) {
    await visitAt(page, firstAsking(name))
    const last = page.locator(card).last()
    const { width, height } = await sizeOf(page, card)
    for (const position of [
      { x: 4, y: 4 },
      { x: width - 4, y: height - 4 },
    ]) {
      await page.locator(card).first().click()
      await last.click({ position })
      await expect(last.getByRole('radio')).toBeChecked()
    }
  }
})

async function sizeOf(page: Page, card: string) {
  const box = await page.locator(card).last().boundingBox()
  if (!box) throw new Error(`There is no ${card}`)
  return box
}
