import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { changed, START_OF_FIELDS } from '../server/testing/changed-questions.ts'
import { noAnswers } from './answers.ts'
import { fieldNames } from './fields.ts'
import { sampleAnswers } from './sample-answers.ts'
import { isAsked } from './screens.ts'
import { QUESTIONNAIRE_VERSION } from './version.ts'

// What the owner may do to the questions in one file, on a copy of them.

it('a question taken off the screens is missed by nobody', async (t) => {
  const { readAnswers, furthestOpen, LAST, dropped } = await withOneDropped(t)
  const answers = sampleAnswers({ [dropped]: '' })
  assert.equal(furthestOpen({ answers, furthest: LAST }), LAST, 'the page lets them submit')
  assert.deepEqual(readAnswers(answers, sameVersion)?.problems, {})
  const { [dropped]: _, ...rest } = answers
  assert.deepEqual(readAnswers(rest, sameVersion)?.problems, {})
})

it('what was answered to it before is still judged and kept', async (t) => {
  const { readAnswers, dropped } = await withOneDropped(t)
  const kept = sampleAnswers({ [dropped]: 'Light' })
  assert.equal(readAnswers(kept, sameVersion)?.answers[dropped], 'Light')
  const unreadable = sampleAnswers({ [dropped]: 'a\0' })
  assert.deepEqual(readAnswers(unreadable, sameVersion)?.problems, { [dropped]: 'unreadable characters' })
})

it('an answer from before may be an option that there is no more', async (t) => {
  const { readAnswers } = await changed(t, 'fields.ts', [
    START_OF_FIELDS,
    "$&  testQuestion: { kind: 'choice', label: 'Pets', options: ['Cat'] },\n",
  ])
  const answers = { ...sampleAnswers(), testQuestion: 'Dog' }
  assert.deepEqual(readAnswers(answers, sameVersion)?.problems, {})
})

it('a new field without a line on a screen is missed by nobody', async (t) => {
  const { readAnswers } = await changed(t, 'fields.ts', [
    START_OF_FIELDS,
    "$&  testQuestion: { kind: 'text', label: 'Pets' },\n",
  ])
  assert.deepEqual(readAnswers({ ...sampleAnswers(), testQuestion: '' }, sameVersion)?.problems, {})
})

it('a question made a list of options has one of them as its sample answer', async (t) => {
  const { sampleAnswers } = await changed(t, 'fields.ts', [
    /^ {2}budget: \{[^}]*\}/m,
    "  budget: { kind: 'dropdown', label: 'Budget', options: ['Less', 'More'] }",
  ])
  assert.equal(sampleAnswers().budget, 'Less')
})

it('a page from before a question was asked again is known as another version', async (t) => {
  const { QUESTIONNAIRE_VERSION: before } = await withOneDropped(t)
  assert.notEqual(before, QUESTIONNAIRE_VERSION)
})

it('what a screen asks is still missed', async (t) => {
  const { readAnswers, dropped } = await withOneDropped(t)
  const problems = readAnswers(noAnswers, sameVersion)?.problems
  assert.equal(problems?.[dropped], undefined)
  assert.equal(problems?.email, 'missing')
})

const sameVersion = { sameVersion: true }

/** Without the line of whichever question is the first to stand alone. */
async function withOneDropped(t: TestContext) {
  const copy = await changed(t, 'screens.ts', [/^ {2}ask\(.*\n/m, ''])
  const dropped = fieldNames.find((name) => isAsked(name) && !copy.isAsked(name))
  assert.ok(dropped)
  return { ...copy, dropped }
}
