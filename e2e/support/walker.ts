import type { Page } from '@playwright/test'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { fieldsOf, indexOfPath, LAST, pathOf, type Screen, screens } from '../../questionnaire/screens.ts'

export type SomeAnswers = Partial<Record<FieldName, string>>

/** The answer in `given`, or else a valid one derived from the question's definition. */
export function sampleAnswer(name: FieldName, given: SomeAnswers = {}): string {
  return given[name] ?? sampleAnswers()[name]
}

/** Fills one control the way a visitor does. */
async function fill(page: Page, name: FieldName, answer: string): Promise<void> {
  const field = fieldNamed(name)
  if (answer === '' && field.optional) return
  switch (field.kind) {
    case 'email':
    case 'phone':
    case 'text':
    case 'long text':
      return page.locator(`[name=${name}]`).fill(answer)
    case 'dropdown':
      await page.locator(`select[name=${name}]`).selectOption(answer)
      return
    case 'choice': {
      const option = field.options.includes(answer) ? answer : OTHER
      await page.locator(`input[name=${name}][value=${JSON.stringify(option)}]`).check()
      if (option === OTHER) await page.locator(`textarea[name=${name}]`).fill(answer)
      return
    }
    default:
      field satisfies never
  }
}

export async function answerScreen(page: Page, index: number, given: SomeAnswers = {}): Promise<void> {
  for (const name of fieldsOf(screenAt(index))) await fill(page, name, sampleAnswer(name, given))
}

export function nextButton(page: Page, index: number) {
  if (index === 0) return page.getByRole('button', { name: 'START HERE', exact: true })
  if (screenAt(index).kind === 'begin')
    return page.getByRole('button', { name: 'CLICK HERE TO BEGIN', exact: true })
  return page.getByRole('button', { name: 'Next', exact: true })
}

interface Walk {
  readonly to?: number
  readonly given?: SomeAnswers
  /** Called on every screen before it is answered. */
  readonly onArrival?: (index: number) => Promise<void>
  /** Called on every screen once it is answered, before it is left. */
  readonly onScreen?: (index: number) => Promise<void>
}

/** Walks from the current screen to another, the last by default, and answers every screen on the way. */
export async function walk(
  page: Page,
  { to = LAST, given = {}, onArrival, onScreen }: Walk = {},
): Promise<void> {
  for (let index = screenOf(page); ; index++) {
    await waitForScreen(page, index)
    await onArrival?.(index)
    await answerScreen(page, index, given)
    await onScreen?.(index)
    if (index === to) return
    await nextButton(page, index).click()
  }
}

export async function waitForScreen(page: Page, index: number): Promise<void> {
  await page.waitForURL((url) => url.pathname === pathOf(index))
  const top =
    index === 0
      ? page.locator('.masthead')
      : page.locator('.counter b', { hasText: new RegExp(`^${index}$`) })
  await top.waitFor()
}

export function screenOf(page: Page): number {
  const { pathname } = new URL(page.url())
  const index = indexOfPath(pathname)
  if (index === undefined) throw new Error(`${pathname} is not a screen`)
  return index
}

function screenAt(index: number): Screen {
  const screen = screens[index]
  if (!screen) throw new Error(`There is no screen ${index}`)
  return screen
}
