import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong on the page as it stands, each with the place where it is. */
export async function axeTroubles(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The same rules over the same page, without a description of everything that passed.
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    // Else every call opens a page of its own to join the results of frames, and we have none.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}
