import type { Page } from '@playwright/test'
import { remodelTypes } from '../../questionnaire/business.ts'
import { fieldNamed, fields } from '../../questionnaire/fields.ts'
import { fieldsOf, LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, idOf, isSend, jumpTo, openVisitAt, savedDialog } from '../support/visits.ts'
import { sampleAnswer, waitForScreen } from '../support/walker.ts'

const { major } = remodelTypes

test('a visit can be made from / to success with the keyboard alone', async ({ page, product }) => {
  await page.goto('/')
  await tabTo(page, 'START HERE')
  await page.keyboard.press('Enter')
  await waitForScreen(page, 1)
  await page.goBack()
  await tabTo(page, 'START HERE')
  await page.keyboard.press('Space')
  for (const [index, screen] of screens.entries()) {
    if (index === 0 || index === LAST) continue
    await waitForScreen(page, index)
    if (index === showing('remodel-types')) await openADetail(page)
    await answerByKeyboard(page, screen)
    await tabTo(page, index === 1 ? 'CLICK HERE TO BEGIN' : 'Next')
    await page.keyboard.press(index % 2 === 0 ? 'Enter' : 'Space')
  }
  await waitForScreen(page, LAST)
  await tabTo(page, 'Review your answers')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Change/ }).first()).toBeVisible()
  await tabTo(page, 'Submit')
  const [request] = await Promise.all([page.waitForRequest(isSend), page.keyboard.press('Enter')])
  await expect(savedDialog(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Go Home')).toBeFocused()
  await page.keyboard.press('Enter')
  await waitForScreen(page, LAST - 1)
  expect(product.projects(idOf(request))[0]?.answers).toMatchObject({
    email: sampleAnswer('email'),
    typeOfArchitecture: fields.typeOfArchitecture.options[1],
    remodellingReasons: 'Words for remodellingReasons',
    city: sampleAnswer('city'),
  })
})

test('a focused control is never under the bars', async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 640 },
    { width: 1280, height: 620 },
  ]) {
    await page.setViewportSize(viewport)
    for (const name of ['paymentMethod', 'firstName'] as const) {
      await openVisitAt(page, firstAsking(name))
      for (let stop = 0; stop < 10; stop++) {
        await page.keyboard.press(fieldNamed(name).kind === 'choice' ? 'ArrowDown' : 'Tab')
        if (stop === 0) await page.keyboard.press('Tab')
        expect(await page.evaluate(isCovered), `${name}, stop ${stop}`).toBe(false)
      }
    }
  }
})

test('every focused control has a visible ring', async ({ page }) => {
  const without: string[] = []
  await openVisitAt(page, LAST)
  for (const [index, stops] of [
    [LAST, 3],
    [0, 1],
    [firstAsking('email'), 2],
    [firstAsking('typeOfArchitecture'), 3],
    [firstAsking('yearBuilt'), 3],
    [showing('remodel-types'), 3],
    [firstAsking('remodellingReasons'), 4],
  ] as const) {
    if (index !== LAST) await jumpTo(page, index)
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press('Tab')
      // ArrowUp chooses Other, so that the next stop is its box.
      if (index === firstAsking('remodellingReasons') && stop === 0) await page.keyboard.press('ArrowUp')
      if (!((await page.evaluate(ringOfFocused)) >= 3)) without.push(`stop ${stop} of screen ${index}`)
    }
  }
  expect(without).toEqual([])
})

/** Runs in the page: the width of the focus ring. A radio's ring is around its card. */
function ringOfFocused(): number {
  const focused = document.activeElement
  if (!focused || focused === document.body) return Number.NaN
  const card = focused.matches('[type=radio]') ? focused.closest('.choice, .house') : null
  const { outlineStyle, outlineWidth } = getComputedStyle(card ?? focused)
  return outlineStyle === 'solid' ? Number.parseFloat(outlineWidth) : 0
}

/** Runs in the page: whether something covers the middle of the focused element. */
function isCovered(): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return false
  const { left, top, width, height } = focused.getBoundingClientRect()
  // A text area may be taller than the space between the bars, so its first line counts.
  const y = focused.matches('textarea') ? top + 12 : top + height / 2
  const above = document.elementFromPoint(left + width / 2, y)
  return !(above && (focused.contains(above) || above.closest('.choice, .house')?.contains(focused)))
}

async function answerByKeyboard(page: Page, screen: Screen) {
  for (const name of fieldsOf(screen)) {
    const field = fieldNamed(name)
    const isLeftOpen = field.optional && field.kind !== 'choice'
    if (isLeftOpen || (name === 'email' && screen.kind !== 'begin')) continue
    for (let tabs = 0; tabs < 12 && !(await isFocused(page, name)); tabs++) await page.keyboard.press('Tab')
    expect(await isFocused(page, name), name).toBe(true)
    if (field.kind === 'dropdown') await page.keyboard.type(field.options[0] ?? '')
    else if (field.kind === 'choice' && field.other) {
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Tab')
      await page.keyboard.type(`Words for ${name}`)
    } else if (field.kind === 'choice') await page.keyboard.press('ArrowDown')
    else await page.keyboard.type(sampleAnswer(name))
  }
}

async function openADetail(page: Page) {
  await tabTo(page, major.name)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(major.name)
  await page.keyboard.press('Tab')
  await expect(button(page, 'Close')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, major.name)).toBeFocused()
}

async function tabTo(page: Page, name: string) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if ((await focusedName(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${name}`)
}

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement) return focused.value
    if (focused instanceof HTMLTextAreaElement) return focused.name
    return focused === document.body ? 'BODY' : (focused?.textContent ?? '').trim()
  })

const isFocused = (page: Page, name: string) =>
  page.evaluate((wanted) => document.activeElement?.getAttribute('name') === wanted, name)
