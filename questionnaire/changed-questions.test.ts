import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { noAnswers } from './answers.ts'
import { remodelTypes } from './business.ts'
import type { FieldName } from './fields.ts'
import { questionnaireMistakes } from './mistakes.ts'
import { sampleAnswers } from './sample-answers.ts'
import { type Screen, screens } from './screens.ts'
import { firstAsking } from './test-screens.ts'
import { QUESTIONNAIRE_VERSION } from './version.ts'

// What the owner may do to the questions in one file, on a copy of them.

it('a question taken off the screens is missed by nobody', async (t) => {
  const { readAnswers, furthestOpen, LAST } = await changed(t, 'screens.ts', [OTHER_WISHES, ''])
  const answers = sampleAnswers({ newKitchenOtherFeature: '' })
  assert.equal(furthestOpen({ answers, furthest: LAST }), LAST, 'the page lets them submit')
  assert.deepEqual(readAnswers(answers, sameVersion)?.problems, {})
  const { newKitchenOtherFeature: _, ...rest } = answers
  assert.deepEqual(readAnswers(rest, sameVersion)?.problems, {})
})

it('what was answered to it before is still judged and kept', async (t) => {
  const { readAnswers } = await changed(t, 'screens.ts', [OTHER_WISHES, ''])
  const kept = sampleAnswers({ newKitchenOtherFeature: 'Light' })
  assert.equal(readAnswers(kept, sameVersion)?.answers.newKitchenOtherFeature, 'Light')
  const unreadable = sampleAnswers({ newKitchenOtherFeature: 'a\0' })
  assert.deepEqual(readAnswers(unreadable, sameVersion)?.problems, {
    newKitchenOtherFeature: 'unreadable characters',
  })
})

it('an answer from before may be an option that there is no more', async (t) => {
  const { readAnswers } = await changed(t, 'screens.ts', [HOUSE, 'fields: []'])
  const answers = sampleAnswers({ typeOfArchitecture: 'Castle' })
  assert.deepEqual(readAnswers(answers, sameVersion)?.problems, {})
})

it('a new field without a line on a screen is missed by nobody', async (t) => {
  const { readAnswers } = await changed(t, 'fields.ts', [
    "  budget: { kind: 'text'",
    "  petNames: { kind: 'text', label: 'Pets' },\n  budget: { kind: 'text'",
  ])
  assert.deepEqual(readAnswers({ ...sampleAnswers(), petNames: '' }, sameVersion)?.problems, {})
})

it('a page from before a question was asked again is known as another version', async (t) => {
  const { QUESTIONNAIRE_VERSION: before } = await changed(t, 'screens.ts', [OTHER_WISHES, ''])
  assert.notEqual(before, QUESTIONNAIRE_VERSION)
})

it('what a screen asks is still missed', async (t) => {
  const { readAnswers } = await changed(t, 'screens.ts', [OTHER_WISHES, ''])
  const problems = readAnswers(noAnswers, sameVersion)?.problems
  assert.equal(problems?.newKitchenImportantFeature, 'missing')
  assert.equal(problems?.email, 'missing')
})

it('nothing is wrong with the questions as they are', () => {
  assert.deepEqual(questionnaireMistakes(), [])
})

it('a misspelt name on a screen is told by its name', async (t) => {
  for (const words of ["'newKitchenOtherFeature'", "'typeOfHome', 'yearBuilt'"]) {
    const { questionnaireMistakes: mistakes } = await changed(t, 'screens.ts', [words, "'yaerBuilt'"])
    assert.deepEqual(mistakes(), [
      "questionnaire/screens.ts asks for 'yaerBuilt', which is no field of questionnaire/fields.ts.",
    ])
  }
})

it('a misspelt slide is told by its name', async (t) => {
  const { questionnaireMistakes: mistakes } = await changed(t, 'screens.ts', [
    "slide: 'heart'",
    "slide: 'haert'",
  ])
  assert.deepEqual(mistakes(), [
    "questionnaire/screens.ts shows 'haert', which is none of the slides: heart, process, process-steps, remodel-types, cost-ranges, next-step, problems, complaints, avoid, hire, why.",
  ])
})

it('a screen that has nothing to ask is told, since nothing would lead on from it', async (t) => {
  const { questionnaireMistakes: mistakes } = await changed(t, 'screens.ts', [HOUSE, 'fields: []'])
  assert.deepEqual(mistakes(), [
    `The screen '${titleOf('typeOfArchitecture')}' of questionnaire/screens.ts asks nothing: take it off.`,
  ])
})

it('a question on a screen that has room for one only is told, since nobody would see it', async (t) => {
  for (const [words, name] of [
    [HOUSE, 'typeOfArchitecture'],
    ["fields: ['email']", 'email'],
  ] as const) {
    const more = words.replace(']', ", 'timeFrame']")
    const { questionnaireMistakes: mistakes } = await changed(t, 'screens.ts', [words, more])
    assert.deepEqual(mistakes(), [
      `The screen '${titleOf(name)}' of questionnaire/screens.ts shows '${name}' alone: ask for 'timeFrame' on another.`,
    ])
  }
})

it('a price range that cannot be read is told by its name', async (t) => {
  const { name, costRange } = remodelTypes.major
  const { questionnaireMistakes: mistakes } = await changed(t, 'business.ts', [costRange, 'about $50k'])
  assert.deepEqual(mistakes(), [
    `The costRange 'about $50k' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
  ])
})

const HOUSE = "fields: ['typeOfArchitecture']"
/** The heading of the first screen that asks a question. */
function titleOf(name: FieldName) {
  const screen: Screen | undefined = screens[firstAsking(name)]
  return screen && 'title' in screen ? screen.title : ''
}

const sameVersion = { sameVersion: true }
const OTHER_WISHES = "  ask('wishes', 'newKitchenOtherFeature'),\n"

/** The questionnaire with other words in one of its files. */
async function changed(t: TestContext, file: string, [words, others]: readonly [string, string]) {
  const directory = await mkdtemp(join(tmpdir(), 'questionnaire-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(import.meta.dirname, directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  const text = await readFile(join(directory, file), 'utf8')
  assert.ok(text.includes(words), `${file} says ${words}`)
  await writeFile(join(directory, file), text.replace(words, others))

  const addressOf = (name: string) => pathToFileURL(join(directory, name)).href
  const reading: typeof import('./read-answers.ts') = await import(addressOf('read-answers.ts'))
  const journey: typeof import('./journey.ts') = await import(addressOf('journey.ts'))
  const order: typeof import('./screens.ts') = await import(addressOf('screens.ts'))
  const version: typeof import('./version.ts') = await import(addressOf('version.ts'))
  const mistakes: typeof import('./mistakes.ts') = await import(addressOf('mistakes.ts'))
  return { ...reading, ...journey, ...order, ...version, ...mistakes }
}
