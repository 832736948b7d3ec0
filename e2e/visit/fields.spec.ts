import type { Locator, Page } from '@playwright/test'
import { LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import { BRAND_NAME, withBrand } from '../../questionnaire/business.ts'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed, fields } from '../../questionnaire/fields.ts'
import { fieldsOf, pathOf, type Screen, screens } from '../../questionnaire/screens.ts'
import { firstAsking, firstRequiredChoice } from '../../questionnaire/test-screens.ts'
import { optionsOf } from '../../web/fields/options-of.ts'
import { expect, test } from '../test.ts'
import { button, continueButton, heading, visitAt } from '../visits.ts'
import { answerScreen, arrived, forward, goodAnswer, walk } from '../walker.ts'

/** Every screen that asks something, with the fields it asks for. */
const asking = screens.flatMap((screen: Screen, index) =>
  fieldsOf(screen).length > 0 ? [{ index, names: fieldsOf(screen) }] : [],
)

const isRequired = (name: FieldName) => !fieldNamed(name).optional

for (const { index, names } of asking) {
  test(`${pathOf(index)} keeps the visitor until every required field is good, in the browser's own words`, async ({
    page,
  }) => {
    await visitAt(page, index, { email: screens[index]?.kind === 'begin' ? 'x' : goodAnswer('email') })
    await expectControlsOf(page, names)
    for (const name of names.filter(isRequired)) {
      await answerScreen(page, index)
      await empty(page, name)
      await forward(page, index).click()
      await expectHeldAt(controls(page, name).first())
      expect(await validityOf(page, name)).toMatchObject({ valueMissing: true, customError: false })
    }
    for (const name of names.filter((each) => fieldNamed(each).kind === 'email')) {
      await answerScreen(page, index)
      await controls(page, name).fill('jane at home')
      await forward(page, index).click()
      await expectHeldAt(controls(page, name))
      expect(await validityOf(page, name)).toMatchObject({ typeMismatch: true, customError: false })
      await controls(page, name).fill('')
    }
    expect(new URL(page.url()).pathname).toBe(pathOf(index))
    await answerScreen(page, index)
    await forward(page, index).click()
    await arrived(page, index + 1)
  })
}

test('in a dropdown Select is an empty choice that is not in the list', async ({ page }) => {
  for (const name of ['projectType', 'typeOfHome', 'yearBuilt'] as const) {
    await visitAt(page, firstAsking(name))
    const select = page.locator(`select[name=${name}]`)
    await expect(select).toHaveValue('')
    const first = select.locator('option').first()
    await expect(first).toHaveText('Select')
    await expect(first).toHaveAttribute('value', '')
    await expect(first).toHaveAttribute('hidden')
    expect(await select.locator('option:not([hidden])').allTextContents()).toEqual(fields[name].options)
  }
})

test('a dropdown has one arrow, also where it stands alone', async ({ page }) => {
  await visitAt(page, firstAsking('yearBuilt'))
  const dropdown = page.locator('[name=yearBuilt]')
  await expect(dropdown).toHaveCSS('appearance', 'none')
  // No screen asks for one alone today.
  await page.locator('.fields').evaluate((fields) => fields.classList.remove('fields'))
  await expect(dropdown).toHaveCSS('appearance', 'none')
})

test('text areas are as tall as their field says, and 8 rows for Other', async ({ page }) => {
  for (const { index, names } of asking) {
    const areas = names.map(fieldNamed).flatMap(rowsOf)
    if (areas.length === 0) continue
    await visitAt(page, index)
    const found = await page
      .locator('textarea')
      .evaluateAll((all) => all.map((area) => Number(area.getAttribute('rows'))))
    expect(found, pathOf(index)).toEqual(areas)
  }
})

const rowsOf = (field: Field) =>
  field.kind === 'long text' ? [field.rows] : field.kind === 'choice' && field.other ? [8] : []

test('phones get the right keyboards, and browsers may fill in the address', async ({ page }) => {
  const { index = 0, names = [] } = asking.find(({ names: asked }) => asked.includes('streetAddress')) ?? {}
  await visitAt(page, index)
  for (const name of names) {
    const field = fieldNamed(name)
    const control = page.locator(`input[name=${name}]`)
    if (!['text', 'email'].includes(field.kind)) continue
    await expect(control).toHaveAttribute('autocomplete', field.autocomplete ?? '')
    await expect(control).toHaveAttribute('enterkeyhint', name === names.at(-1) ? 'done' : 'next')
    if (field.kind === 'email') {
      await expect(control).toHaveAttribute('inputmode', 'email')
      await expect(control).toHaveAttribute('autocapitalize', 'none')
    }
    const label = withBrand(field.label, BRAND_NAME)
    await expect(control).toHaveAccessibleName(field.optional ? `${label} (optional)` : label)
  }
})

test('Enter in a field is Next, or by touch the next field, and in a text area a new line', async ({
  page,
}) => {
  const details = firstAsking('additionalComments')
  const comments = page.getByLabel(fields.additionalComments.label)
  await visitAt(page, details)
  await answerScreen(page, details)
  await comments.fill('')
  await comments.press('Enter')
  await expect(comments).toHaveValue('')
  await comments.fill('one')
  await comments.press('Enter')
  await expect(comments).toHaveValue('one\n')
  await button(page, 'Next').click()
  await arrived(page, details + 1)
  await button(page, 'Back').click()
  await expect(comments).toHaveValue('one\n')
  const contact = firstAsking('firstName')
  await visitAt(page, contact)
  await answerScreen(page, contact)
  await page.getByLabel(fields.lastName.label).press('Enter')
  await arrived(page, contact + 1)
  await visitAt(page, contact)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.getByLabel(fields.firstName.label).press('Enter')
  await expect(page.getByLabel(fields.lastName.label)).toBeFocused()
  await expect(page.locator(':user-invalid')).toHaveCount(0)
  // A text area or a choice may stand between them, and a box that is not to be filled in.
  for (const control of ['<textarea class="next">', '<input type="radio" class="next">']) {
    await page.locator('.next').evaluateAll((all) => all.map((each) => each.remove()))
    await page
      .locator('[name=lastName]')
      .evaluate((name, next) => name.insertAdjacentHTML('afterend', `<input disabled>${next}`), control)
    await page.getByLabel(fields.lastName.label).press('Enter')
    await expect(page.locator('.next')).toBeFocused()
    await expect(page.locator('.next')).not.toHaveValue('\n')
  }
  await page.locator('[name=renegadeRemodelersEmailAddress]').press('Enter')
  await expect(page.getByLabel(fields.firstName.label)).toBeFocused()
})

test('assistive technology is told of nothing wrong before the visitor has tried to go on', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page)
  const wrong: string[] = []
  await page.goto('/')
  await walk(page, {
    async onArrival(index) {
      const { nodes } = await browser.send('Accessibility.getFullAXTree')
      for (const { name, properties } of nodes)
        if (properties?.some((each) => each.name === 'invalid' && each.value.value !== 'false'))
          wrong.push(`${name?.value} on ${pathOf(index)}`)
    },
  })
  expect(wrong).toEqual([])
})

test('a field that was found wanting is shown, and told to assistive technology, until it is mended', async ({
  page,
}) => {
  await visitAt(page, firstAsking('newKitchenImportantFeature'))
  const box = page.locator('textarea')
  const border = () => box.evaluate((area) => getComputedStyle(area).borderColor)
  // While it has the focus its edge has a second line within, in the same colour.
  const within = () => box.evaluate((area) => /^rgb\([^)]*\)/.exec(getComputedStyle(area).boxShadow)?.[0])
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await box.focus()
  const usual = await border()
  await button(page, 'Next').click()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(await border()).not.toBe(usual)
  expect(await within()).toBe(await border())
  await box.pressSequentially('A')
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  expect(await border()).toBe(usual)
  expect(await within()).toBe(usual)

  await visitAt(page, firstRequiredChoice())
  await button(page, 'Next').click()
  await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio').first().check()
  await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'false')
  await expect(heading(page)).toBeVisible()
})

/** The controls of a field, the box for Other among them. */
const controls = (page: Page, name: FieldName) => page.locator(`[name=${name}]`)

/** Each control carries the name of its field, each radio the stored text, and the browser may check them all. */
async function expectControlsOf(page: Page, names: readonly FieldName[]) {
  const found = await page
    .locator('input, select, textarea')
    .evaluateAll((all) => all.map((each) => each.getAttribute('name')))
  expect([...new Set(found)]).toEqual(names)
  await expect(page.locator('form')).not.toHaveAttribute('novalidate')
  for (const name of names) {
    const field = fieldNamed(name)
    if (field.kind !== 'choice') {
      // The browser stops who types more: an answer that is cut later throws the caret to its end.
      if (field.kind !== 'dropdown')
        await expect(controls(page, name)).toHaveAttribute('maxlength', String(LONGEST_ANSWER))
      continue
    }
    const radios = page.locator(`input[type=radio][name=${name}]`)
    const values = await radios.evaluateAll((all) => all.map((radio) => radio.getAttribute('value')))
    expect(values).toEqual(optionsOf(field).map(({ option }) => option))
    // No answer is one, where there may be none.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(field.optional ? 1 : 0)
    const asked = field.optional ? `${field.label} (optional)` : field.label
    await expect(page.getByRole('radiogroup')).toHaveAccessibleName(asked)
    await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-required', String(!field.optional))
  }
}

/** Takes an answer back; for a choice that a visitor cannot take back, by opening the screen anew. */
async function empty(page: Page, name: FieldName) {
  const field = fieldNamed(name)
  if (field.kind === 'dropdown') return controls(page, name).selectOption({ value: '' }, { force: true })
  if (field.kind !== 'choice') return controls(page, name).fill('')
  const index = screens.findIndex((screen: Screen) => fieldsOf(screen).includes(name))
  return visitAt(page, index)
}

async function expectHeldAt(control: Locator) {
  await expect(control).toBeFocused()
  await expect(control).toBeInViewport()
  await expect(control).toHaveJSProperty('validity.valid', false)
}

const validityOf = (page: Page, name: FieldName) =>
  controls(page, name)
    .first()
    .evaluate((control: HTMLInputElement) => {
      const { valueMissing, typeMismatch, customError } = control.validity
      return { valueMissing, typeMismatch, customError }
    })

test('a browser without the newest of text functions can be typed in, and a draft is taken up', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'isWellFormed')
    Reflect.deleteProperty(String.prototype, 'toWellFormed')
  })
  await page.goto('/')
  await forward(page, 0).click()
  await page.locator('[name=email]').fill('ada@example.com')
  await forward(page, 1).click()
  await arrived(page, 2)
  await page.reload()
  await expect(continueButton(page)).toBeVisible()
})
