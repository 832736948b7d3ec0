import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { moduleLoader } from '../testing/module-loader.ts'

// The owner may ask any kind of question on any screen, and only some of these are asked today.

const plain = fieldNames.filter((name) => !('pictured' in fieldNamed(name)))
const ofEachKind = [...Map.groupBy(plain, (name) => fieldNamed(name).kind).values()].flatMap(
  ([name]) => name ?? [],
)

it('a question of any kind that stands alone is named by the heading', async (t) => {
  const show = await shown(t)
  for (const name of ofEachKind) {
    const html = show(name)
    if (isChoice(name)) assert.match(html, /role="radiogroup" aria-labelledby="heading"/)
    else assert.match(html, new RegExp(`<h1 [^>]*><label for="field-${name}">Why\\?`), name)
  }
})

it('a question of any kind among others is named by its own label', async (t) => {
  const show = await shown(t)
  for (const name of ofEachKind) {
    const html = show(name, 'lastName')
    assert.doesNotMatch(html, /<h1 [^>]*><label/, name)
    assert.match(html, new RegExp(`<label [^>]*id="field-${name}-label" [^>]*for="field-${name}"`), name)
    if (isChoice(name))
      assert.match(html, new RegExp(`role="radiogroup" aria-labelledby="field-${name}-label"`))
  }
})

it('a question that stands alone says whether it is optional', async (t) => {
  const show = await shown(t)
  for (const name of plain)
    assert.equal(/Why\? \(optional\)/.test(show(name)), fieldNamed(name).optional === true, name)
})

const isChoice = (name: FieldName) => fieldNamed(name).kind === 'choice'

async function shown(t: TestContext) {
  const load = await moduleLoader(t)
  const { QuestionScreen } = await load('/screens/question-screen.tsx')
  const { VisitProvider } = await load('/visit/use-visit.tsx')
  const { serverVisit } = await load('/visit/server-visit.ts')
  return (...fields: readonly FieldName[]) => {
    const screen = { kind: 'questions', chapter: 'plans', title: 'Why?', fields }
    const asked = createElement(QuestionScreen, { screen, title: screen.title, bar: null })
    return renderToStaticMarkup(createElement(VisitProvider, { visit: serverVisit() }, asked))
  }
}
