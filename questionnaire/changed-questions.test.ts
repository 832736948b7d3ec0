import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { noAnswers } from './answers.ts'
import { fieldNames } from './fields.ts'
import { sampleAnswers } from './sample-answers.ts'
import { isAsked } from './screens.ts'
import { QUESTIONNAIRE_VERSION } from './version.ts'

// Changes that a developer may make to the questions, on a copy of this folder.

const sameVersion = { askPhone: 'off' } as const

it('a question that was removed from the screens is not required, but the others are', async (t) => {
  const { parseAnswers, firstInvalidScreen, LAST, removed } = await withoutOneScreen(t)
  const answers = sampleAnswers({ [removed]: '' })
  assert.equal(
    firstInvalidScreen({ answers, furthest: LAST, askPhone: 'off' }),
    LAST,
    'the page allows Submit',
  )
  assert.deepEqual(parseAnswers(answers, sameVersion)?.problems, {})
  const { [removed]: _, ...rest } = answers
  assert.deepEqual(parseAnswers(rest, sameVersion)?.problems, {})
  assert.equal(parseAnswers(noAnswers, sameVersion)?.problems.email, 'missing')
})

it('an answer to a question that was removed from the screens is still validated and stored', async (t) => {
  const { parseAnswers, removed } = await withoutOneScreen(t)
  assert.equal(parseAnswers(sampleAnswers({ [removed]: 'Light' }), sameVersion)?.answers[removed], 'Light')
  const unreadable = sampleAnswers({ [removed]: 'a\0' })
  assert.deepEqual(parseAnswers(unreadable, sameVersion)?.problems, { [removed]: 'unreadable characters' })
})

it('a field on no screen may be missing or have an option that was removed', async (t) => {
  const { parseAnswers } = await changedCopy(t, 'fields.ts', [
    /^export const fields = \{\n/m,
    "$&  testQuestion: { kind: 'choice', label: 'Pets', options: ['Cat'] },\n",
  ])
  for (const testQuestion of ['', 'Dog'])
    assert.deepEqual(parseAnswers({ ...sampleAnswers(), testQuestion }, sameVersion)?.problems, {})
})

it('a reworded option is accepted with its former text and read with the current one', async (t) => {
  const { parseAnswers } = await changedCopy(t, 'fields.ts', [
    /^export const fields = \{\n/m,
    "$&  testQuestion: { kind: 'choice', label: 'Pets', options: ['Kitten'], was: { Kitten: ['Cat'] } },\n",
  ])
  const { answers, problems } = parseAnswers({ ...sampleAnswers(), testQuestion: 'Cat' }, sameVersion) ?? {}
  assert.deepEqual(Object.values(answers ?? {})[0], 'Kitten')
  assert.deepEqual(problems, {})
})

it('the version changes with the questions on the screens', async (t) => {
  const { QUESTIONNAIRE_VERSION: other } = await withoutOneScreen(t)
  assert.notEqual(other, QUESTIONNAIRE_VERSION)
})

/** A copy without the first screen that asks a single question. */
async function withoutOneScreen(t: TestContext) {
  const copy = await changedCopy(t, 'screens.ts', [/^ {2}ask\(.*\n/m, ''])
  const removed = fieldNames.find((name) => isAsked(name) && !copy.isAsked(name))
  assert.ok(removed)
  return { ...copy, removed }
}

/** A copy of the questionnaire with one replacement in one of its files. */
async function changedCopy(t: TestContext, file: string, [pattern, replacement]: readonly [RegExp, string]) {
  const directory = await mkdtemp(join(tmpdir(), 'questionnaire-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(fileURLToPath(new URL('.', import.meta.url)), directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  const text = await readFile(join(directory, file), 'utf8')
  assert.match(text, pattern)
  await writeFile(join(directory, file), text.replace(pattern, replacement))

  const load = (name: string) => import(pathToFileURL(join(directory, name)).href)
  const answers: typeof import('./parse-answers.ts') = await load('parse-answers.ts')
  const journey: typeof import('./journey.ts') = await load('journey.ts')
  const order: typeof import('./screens.ts') = await load('screens.ts')
  const version: typeof import('./version.ts') = await load('version.ts')
  return { ...answers, ...journey, ...order, ...version }
}
