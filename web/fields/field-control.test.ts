import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import { defaultPrices, remodelTypes } from '../../questionnaire/business.ts'
import type { Field } from '../../questionnaire/field.ts'
import { fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { loadModule } from '../testing/module-loader.ts'

// A developer may make any field optional; today no choice is.

const choices: readonly Field[] = [
  { kind: 'choice', label: 'Pets', options: ['Cat'] },
  { kind: 'choice', label: 'Pets', options: ['Cat'], other: true },
  { kind: 'choice', label: 'Pets', options: ['Cat'], pictured: 'house' },
]

it('only an optional choice offers No answer', async () => {
  const render = await renderer()
  for (const field of choices) {
    assert.match(render({ ...field, optional: true }, 'Cat'), /type="radio"[^>]* value=""/)
    assert.match(render({ ...field, optional: true }, ''), /type="radio"[^>]* checked="" value=""/)
    assert.match(render({ ...field, optional: true }, ''), />No answer</)
    assert.doesNotMatch(render(field, ''), /value=""|No answer/)
  }
})

it('only an optional dropdown lists Select', async () => {
  const render = await renderer()
  const field: Field = { kind: 'dropdown', label: 'Pets', options: ['Cat'] }
  assert.match(render({ ...field, optional: true }, 'Cat'), /<option value="">Select/)
  assert.match(render(field, 'Cat'), /<option value="" hidden="">Select/)
})

it('an option named Other has a text box only if the field has `other`', async () => {
  const render = await renderer()
  const field: Field = { kind: 'choice', label: 'Pets', options: ['Cat', 'Other'] }
  assert.doesNotMatch(render(field, 'Other'), /<textarea/)
  assert.match(render({ ...field, options: ['Cat'], other: true }, 'Other'), /<textarea/)
})

it('every control carries the name, options, limits and keyboard of its field', async () => {
  const render = await renderer()
  for (const name of fieldNames) {
    const field = fieldNamed(name)
    const html = render(field, '')
    assert.match(html, /name="pets"/, name)
    assert.equal(/ required=""/.test(html), !field.optional, name)
    if (field.kind === 'dropdown' || field.kind === 'choice') {
      const values = [...html.matchAll(/value="([^"]+)"/g)].map(([, value]) =>
        value?.replaceAll('&#x27;', "'"),
      )
      for (const option of field.options) assert.ok(values.includes(option.replaceAll('&', '&amp;')), option)
    }
    const hasTextArea = field.kind === 'long text' || (field.kind === 'choice' && field.other === true)
    if (hasTextArea)
      assert.match(html, new RegExp(`rows="${field.kind === 'long text' ? field.rows : 8}"`), name)
    if (field.autocomplete) assert.match(html, new RegExp(`autoComplete="${field.autocomplete}"`), name)
    if (field.kind === 'email') assert.match(html, /inputMode="email" autoCapitalize="none"/, name)
    if (hasTextArea || field.kind === 'text' || field.kind === 'email')
      assert.match(html, new RegExp(`maxLength="${MAX_ANSWER_LENGTH}"`, 'i'), name)
  }
})

it('a help text and the costs of a remodel type describe their control', async () => {
  const render = await renderer()
  const wish = render({ kind: 'long text', label: 'Pets', rows: 8, help: 'For example: a cat' }, '')
  assert.equal(descriptionIn(wish, /<textarea.*?>/), 'For example: a cat')
  const { minor } = remodelTypes
  const types = render({ kind: 'choice', label: 'Type', options: [minor.answer], pictured: 'kitchen' }, '')
  assert.equal(descriptionIn(types, /<input.*?>/), defaultPrices.minor)
  assert.doesNotMatch(render({ kind: 'text', label: 'Pets' }, ''), /describedby|<p/)
})

function descriptionIn(html: string, control: RegExp) {
  const [, id = 'none'] = html.match(control)?.[0].match(/aria-describedby="(.+?)"/) ?? []
  return html.match(new RegExp(` id="${id}">(.+?)<`))?.[1]
}

it('a phone number is typed on the keypad, and has enough digits', async () => {
  const html = (await renderer())({ kind: 'phone', label: 'Phone', autocomplete: 'tel' }, '')
  assert.match(html, /type="tel" inputMode="tel" .*title="A phone number has at least 7 digits\."/)
  assert.match(html, /autoComplete="tel"/)
  const [, pattern = ''] = /pattern="([^"]+)"/.exec(html) ?? []
  const isAccepted = (typed: string) => new RegExp(`^(?:${pattern})$`, 'v').test(typed)
  assert.deepEqual(['+1 (217) 555-0134 ext. 2', 'call me'].map(isAccepted), [true, false])
})

async function renderer() {
  const { FieldControl } = await loadModule('/fields/field-control.tsx')
  return (field: Field, answer: string) =>
    renderToStaticMarkup(createElement(FieldControl, { name: 'pets', field, answer, onAnswer() {} }))
}
