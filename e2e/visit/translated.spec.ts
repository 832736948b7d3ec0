import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../test.ts'
import { button, keptDraft, visitAt } from '../visits.ts'
import { arrived, goodAnswer } from '../walker.ts'

/** Translates the page as browsers do: each text is replaced by an element with other words. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
    for (const text of found) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue
      const words = document.createElement('font')
      words.textContent = `«${text.data}»`
      text.replaceWith(words)
    }
  })
}

test('a translated page stores the answers in English and goes on', async ({ page }) => {
  await visitAt(page, firstAsking('projectType'))
  await translate(page)
  for (const name of ['projectType', 'typeOfHome', 'yearBuilt'] as const)
    await page.locator(`select[name=${name}]`).selectOption(goodAnswer(name))
  await button(page, '«Next»').click()
  await arrived(page, firstAsking('projectType') + 1)
  await expect.poll(async () => (await keptDraft(page))?.answers.projectType).toBe(goodAnswer('projectType'))
})

test('a translated last screen still shows the result', async ({ page }) => {
  await visitAt(page, LAST)
  await translate(page)
  await button(page, '«Submit»').click()
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  await expect(page.locator('.submit-panel p').first()).toHaveText(
    'A design specialist will reach out to you.',
  )
})
