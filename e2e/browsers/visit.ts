import assert from 'node:assert/strict'
import { answersFrom } from '../../questionnaire/answers.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import { type FieldName, fieldNamed, fieldNames, fields } from '../../questionnaire/fields.ts'
import { OTHER } from '../../questionnaire/other-answer.ts'
import { fieldsOf, isAsked, LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { firstAsking, showing } from '../../questionnaire/testing/find-screens.ts'
import { DRAFT_KEY } from '../../web/visit/draft-key.ts'
import { expectEmailContains } from '../support/emails.ts'
import type { Product } from '../support/product.ts'
import { type SomeAnswers, sampleAnswer } from '../support/walker.ts'
import {
  ARROW_DOWN,
  choose,
  evaluate,
  fill,
  type Page,
  press,
  pressButton,
  waitForText,
  waitUntil,
} from './page.ts'

const HOUSES = firstAsking('typeOfArchitecture')
const KITCHENS = showing('remodel-types')
const EXPERIENCE = firstAsking('remodellingExperience')
const RELOADED = firstAsking('remodellingReasons')

/** Walks every screen and submits. */
export async function walkVisit(page: Page, product: Product): Promise<void> {
  await page.goto(product.url)
  for (let index = 0; index < LAST; index++) {
    await waitForScreen(page, index)
    if (index === HOUSES) await chooseHouseByArrowKeys(page)
    if (index === KITCHENS) await closeDetailByBack(page)
    await answerScreen(page, index)
    await goOn(page, index)
  }
  await waitForScreen(page, LAST)
  await press(page, 'summary', 'Review your answers')
  await press(page, `#change-${EXPERIENCE}`)
  await waitForScreen(page, EXPERIENCE)
  await page.run('history.back()')
  await waitForRow(page, EXPERIENCE)
  await submit(page, product)
}

/** Walks every screen back and forth, reloads on the way, and changes an answer from the review. */
export async function revisitScreens(page: Page, product: Product): Promise<void> {
  const first = { remodellingReasons: 'Zoë says: “too dark”', additionalComments: 'Two dogs & a cat.' }
  await page.goto(product.url)
  for (let index = 0; index < LAST; index++) {
    await waitForScreen(page, index)
    if (fieldsOf(screenAt(index)).length > 0) await pressNextUnanswered(page, index)
    await answerScreen(page, index, first)
    if (index === RELOADED) await reload(page, index)
    if (index === KITCHENS) await openDetails(page)
    if (index > 1) {
      await pressButton(page, 'Back')
      await waitForScreen(page, index - 1)
      await goOn(page, index - 1)
      await waitForScreen(page, index)
    }
    // Passes the screen only if its answers were kept.
    await goOn(page, index)
  }
  await waitForScreen(page, LAST)

  const [, remodellingExperience] = fields.remodellingExperience.options
  await press(page, 'summary', 'Review your answers')
  await press(page, `#change-${EXPERIENCE}`)
  await waitForScreen(page, EXPERIENCE)
  await answerScreen(page, EXPERIENCE, { remodellingExperience })
  await pressButton(page, 'Back to your review')
  await waitForRow(page, EXPERIENCE)
  await submit(page, product, { ...first, remodellingExperience })
  await pressButton(page, 'Go Home')
  await waitForScreen(page, LAST - 1)
}

/** The browser stops at the first invalid control, with its own message. */
async function pressNextUnanswered(page: Page, index: number): Promise<void> {
  await goOn(page, index)
  await waitUntil(page, () => document.activeElement?.matches(':invalid:not(form, fieldset)') ?? false)
}

async function reload(page: Page, index: number): Promise<void> {
  await page.reload()
  await waitForScreen(page, 0)
  await pressButton(page, 'Continue where you left off')
  await waitForScreen(page, index)
}

async function openDetails(page: Page): Promise<void> {
  for (const { name } of Object.values(remodelTypes)) {
    await pressButton(page, name)
    await waitForText(page, 'h1', name)
    await pressButton(page, 'Close')
  }
}

async function closeDetailByBack(page: Page): Promise<void> {
  const { name } = remodelTypes.major
  await pressButton(page, name)
  await waitForText(page, 'h1', name)
  await page.run('history.back()')
  await waitUntil(page, (text) => document.activeElement?.textContent === text, name)
}

/** Waits until the review is open at the row of a screen. */
async function waitForRow(page: Page, screen: number): Promise<void> {
  await waitForScreen(page, LAST)
  await waitUntil(page, (id) => document.activeElement?.id === id, `change-${screen}`)
}

async function submit(page: Page, product: Product, given: SomeAnswers = {}): Promise<void> {
  const { id } = JSON.parse(await evaluate(page, (key) => sessionStorage.getItem(key) ?? '', DRAFT_KEY))
  await pressButton(page, 'Submit')
  await waitForText(page, '[role=dialog], dialog', 'Your details have been saved')

  const answers = answersFrom((name) => (isAsked(name) ? sampleAnswer(name, given) : ''))
  const [project, ...others] = product.projects(id)
  assert.deepEqual(others, [])
  for (const name of fieldNames) assert.equal(project?.answers[name], answers[name], name)
  // Every email of this product, which no other visitor uses.
  const emails = await product.emails('')
  assert.equal(emails.length, 1)
  expectEmailContains(emails[0], answers)
  await pressButton(page, 'Close')
}

/** Waits until the visitor sees this screen. */
async function waitForScreen(page: Page, index: number): Promise<void> {
  await waitUntil(page, (path) => location.pathname === path, pathOf(index))
  if (index === 0) await waitForText(page, '.masthead', '')
  else await waitUntil(page, (n) => document.querySelector('.counter b')?.textContent === n, String(index))
}

async function answerScreen(page: Page, index: number, given: SomeAnswers = {}): Promise<void> {
  for (const name of fieldsOf(screenAt(index))) {
    await answer(page, name, sampleAnswer(name, given))
  }
}

const screenAt = (index: number) => screens[index] ?? screens[0]

async function answer(page: Page, name: FieldName, text: string): Promise<void> {
  const field = fieldNamed(name)
  if (text === '' && field.optional) return
  const control = `[name=${name}]`
  if (field.kind === 'dropdown') return choose(page, control, text)
  if (field.kind !== 'choice') return fill(page, control, text)
  const option = field.options.includes(text) ? text : OTHER
  await press(page, `${control}[value=${JSON.stringify(option)}]`)
  if (option === OTHER) await fill(page, `textarea${control}`, text)
}

function goOn(page: Page, index: number): Promise<void> {
  if (index === 0) return pressButton(page, 'START HERE')
  return pressButton(page, screens[index]?.kind === 'begin' ? 'CLICK HERE TO BEGIN' : 'Next')
}

/** Arrow keys choose each house in turn, in view and with a focus ring, which Safari does not do by itself. */
async function chooseHouseByArrowKeys(page: Page): Promise<void> {
  const [first, ...others] = fields.typeOfArchitecture.options
  await press(page, `[name=typeOfArchitecture][value=${JSON.stringify(first)}]`)
  for (const house of others) {
    await page.type(ARROW_DOWN)
    await waitUntil(page, isChosenInView, house)
  }
}

function isChosenInView(house: string): boolean {
  const radio = document.activeElement
  const label = radio?.closest('label')
  if (!(radio instanceof HTMLInputElement && radio.checked && radio.value === house && label)) return false
  const { left, top } = radio.getBoundingClientRect()
  const there = document.elementFromPoint(left + 5, top + 5)
  return label.contains(there) && getComputedStyle(label).outlineStyle === 'solid'
}
