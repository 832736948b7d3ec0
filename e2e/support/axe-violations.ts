import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** The problems that axe finds on the current page, each with its selector. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Loaded once per document, because it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    // Colors that change when the window is resized are pale for a moment.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    // Omits what passed.
    const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
  }, TAGS)
}

/** Expects that axe finds nothing on the current page, on a phone and a desktop. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page), `${width} px`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}
