import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { isBuildOutdated, SOURCE_HASH_FILE, SOURCES, sourceHash } from './source-hash.ts'

it('a build is outdated when a source has changed, and never where there are no sources', async (t) => {
  process.chdir(await temporaryDirectory(t))
  assert.equal(await isBuildOutdated(), false)
  for (const source of SOURCES.filter((name) => !name.includes('.'))) await mkdir(source)
  for (const source of SOURCES.filter((name) => name.includes('.'))) await writeFile(source, '')
  await writeFile('questionnaire/fields.ts', 'How old is your kitchen?')
  await mkdir('dist')
  await writeFile(SOURCE_HASH_FILE, await sourceHash())
  assert.equal(await isBuildOutdated(), false)
  await writeFile('questionnaire/fields.ts', 'What is the age of your kitchen?')
  assert.equal(await isBuildOutdated(), true)
  await rm('vite.config.ts')
  assert.equal(await isBuildOutdated(), false)
})
