import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const QUESTIONNAIRE = fileURLToPath(new URL('../../questionnaire/', import.meta.url))

/** What is put in the place of some words, which a pattern finds whatever the owner has made of them. */
type Change = readonly [words: string | RegExp, others: string]

/** A copy of the questionnaire with other words in one of its files. */
export async function changed(t: TestContext, file: string, [words, others]: Change) {
  const directory = await mkdtemp(join(tmpdir(), 'questionnaire-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(QUESTIONNAIRE, directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  const text = await readFile(join(directory, file), 'utf8')
  const next = text.replace(words, others)
  assert.notEqual(next, text, `${file} says ${words}`)
  await writeFile(join(directory, file), next)

  const addressOf = (name: string) => pathToFileURL(join(directory, name)).href
  const reading: typeof import('../../questionnaire/read-answers.ts') = await import(
    addressOf('read-answers.ts')
  )
  const journey: typeof import('../../questionnaire/journey.ts') = await import(addressOf('journey.ts'))
  const order: typeof import('../../questionnaire/screens.ts') = await import(addressOf('screens.ts'))
  const version: typeof import('../../questionnaire/version.ts') = await import(addressOf('version.ts'))
  const samples: typeof import('../../questionnaire/sample-answers.ts') = await import(
    addressOf('sample-answers.ts')
  )
  return { ...reading, ...journey, ...order, ...version, ...samples }
}

/** After it a field can be put, as the first of them. */
export const START_OF_FIELDS = /^export const fields = \{\n/m
