import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { temporaryDirectory } from '../testing/test-app.ts'
import { oldBuildWarning } from './old-build-warning.ts'
import { SOURCE_HASH_FILE, SOURCES, sourceHash } from './source-hash.ts'

it('pages that were built before a question was changed are told of, but not where there are no sources', async (t) => {
  process.chdir(await temporaryDirectory(t))
  for (const source of SOURCES.filter((name) => !name.includes('.'))) await mkdir(source)
  for (const source of SOURCES.filter((name) => name.includes('.'))) await writeFile(source, '')
  await writeFile('questionnaire/fields.ts', 'How old is your kitchen?')
  await mkdir('dist')
  await writeFile(SOURCE_HASH_FILE, await sourceHash())
  assert.equal(await oldBuildWarning(), null)
  await writeFile('questionnaire/fields.ts', 'What is the age of your kitchen?')
  assert.match(String(await oldBuildWarning()), /built before the last change.*npm run build/)
  await rm('vite.config.ts')
  assert.equal(await oldBuildWarning(), null)
})

it('nothing is said of a build where nobody knows what it was made from', async (t) => {
  process.chdir(await temporaryDirectory(t))
  assert.equal(await oldBuildWarning(), null)
})
