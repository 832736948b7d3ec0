import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AskPhone } from '../../questionnaire/business.ts'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import type { Screen } from '../../questionnaire/screens.ts'
import { loadModule } from '../testing/module-loader.ts'

// A developer may put any kind of field on any screen; today's screens have only some of these combinations.

const plain = fieldNames.filter((name) => !('pictured' in fieldNamed(name)))
const oneOfEachKind = [...Map.groupBy(plain, (name) => fieldNamed(name).kind).values()].flatMap(
  ([name]) => name ?? [],
)

it('the heading labels a single question of any kind', async () => {
  const render = await renderer()
  for (const name of oneOfEachKind) {
    const html = render(name)
    if (isChoice(name)) assert.match(html, /role="radiogroup" aria-labelledby="heading"/)
    else assert.match(html, new RegExp(`<h1 [^>]*><label for="field-${name}">Why\\?`), name)
  }
})

it('each of several questions has a label of its own', async () => {
  const render = await renderer()
  for (const name of oneOfEachKind) {
    const html = render(name, 'lastName')
    assert.doesNotMatch(html, /<h1 [^>]*><label/, name)
    assert.match(html, new RegExp(`<label [^>]*id="field-${name}-label" [^>]*for="field-${name}"`), name)
    if (isChoice(name))
      assert.match(html, new RegExp(`role="radiogroup" aria-labelledby="field-${name}-label"`))
  }
})

it('the heading of a single question says whether it is optional', async () => {
  const render = await renderer()
  for (const name of plain)
    assert.equal(/Why\? \(optional\)/.test(render(name)), fieldNamed(name).optional === true, name)
})

it('the screens of a chapter show its drawings in order', async () => {
  const renderScreen = await screenRenderer()
  // Vite's copy of the module, which the component compares with.
  const { screens } = await loadModule('../questionnaire/screens.ts')
  const wishes = screens.filter(
    (screen: Screen) => screen.kind === 'questions' && screen.chapter === 'wishes',
  )
  for (const index of [0, 1, 2])
    if (wishes[index])
      assert.match(renderScreen(wishes[index]), new RegExp(`wishes\\.svg#wishes-${index + 1}"`))
})

it('the phone number is asked, and required, as the business wants it', async () => {
  const renderScreen = await screenRenderer()
  const contact = { kind: 'questions', chapter: 'contact', title: 'Why?', fields: ['city', 'phone'] }
  assert.doesNotMatch(renderScreen(contact, 'off'), /phone/i)
  const optional = renderScreen(contact, 'optional')
  assert.match(
    optional,
    /Phone<span> \(optional\)<\/span><\/label><input (?![^>]*required)[^>]*type="tel"[^>]*name="phone"/,
  )
  assert.match(
    renderScreen(contact, 'required'),
    /Phone<\/label><input [^>]*type="tel"[^>]*required=""[^>]*name="phone"/,
  )
})

const isChoice = (name: FieldName) => fieldNamed(name).kind === 'choice'

async function renderer() {
  const renderScreen = await screenRenderer()
  return (...fields: readonly FieldName[]) =>
    renderScreen({ kind: 'questions', chapter: 'plans', title: 'Why?', fields })
}

async function screenRenderer() {
  const { QuestionScreen } = await loadModule('/screens/question-screen.tsx')
  const { VisitProvider } = await loadModule('/visit/use-visit.tsx')
  const { BusinessContext } = await loadModule('/ui/business.ts')
  const { serverVisit } = await loadModule('/visit/server-visit.ts')
  return (screen: unknown, askPhone: AskPhone = 'optional') => {
    const element = createElement(QuestionScreen, { screen, title: 'Why?', bar: null })
    const visit = createElement(VisitProvider, { visit: serverVisit() }, element)
    return renderToStaticMarkup(createElement(BusinessContext, { value: { askPhone } }, visit))
  }
}
