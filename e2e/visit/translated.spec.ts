import type { Page } from '@playwright/test'
import { LAST } from '../../questionnaire/screens.ts'
import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, openVisitAt, storedDraft } from '../support/visits.ts'
import { sampleAnswer, waitForScreen } from '../support/walker.ts'

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
  await openVisitAt(page, firstAsking('projectType'))
  await translate(page)
  for (const name of ['projectType', 'typeOfHome', 'yearBuilt'] as const)
    await page.locator(`select[name=${name}]`).selectOption(sampleAnswer(name))
  await button(page, '«Next»').click()
  await waitForScreen(page, firstAsking('projectType') + 1)
  await expect
    .poll(async () => (await storedDraft(page))?.answers.projectType)
    .toBe(sampleAnswer('projectType'))
})

test('a translated last screen still shows the result', async ({ page }) => {
  await openVisitAt(page, LAST)
  await translate(page)
  await button(page, '«Submit»').click()
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  await expect(page.locator('.submit-panel p').first()).toHaveText(
    'Your answers are sent. A design specialist will reach out to you.',
  )
})
