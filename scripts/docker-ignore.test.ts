import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { it } from 'node:test'

/** Every file that these files import, directly or not; dynamic imports included, type-only ones not. */
function importedBy(files: readonly string[], found = new Set(files)): ReadonlySet<string> {
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const next = [...text.matchAll(/^(?:import|export)\b(?! type)[^']*'(\.[^']+)'|\bimport\('(\.[^']+)'/gm)]
      .map(([, from, dynamic]) => join(dirname(file), from ?? dynamic ?? ''))
      .filter((one) => !found.has(one))
    for (const one of next) found.add(one)
    importedBy(next, found)
  }
  return found
}

it('.dockerignore leaves every file that the server and the commands import', () => {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const isIgnored = (file: string) =>
    patterns.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))
  assert.ok(isIgnored('server/app.test.ts') && isIgnored('server/testing/http.ts'))
  const files = [
    ...importedBy(['server/main.ts', ...globSync('server/cli/*.ts')].filter((one) => !isIgnored(one))),
  ]
  assert.ok(files.includes('questionnaire/sample-answers.ts'))
  assert.deepEqual(files.filter(isIgnored), [])
  // The folders that the image has.
  assert.deepEqual(
    files.filter((file) => !/^(questionnaire|desk|server)\//.test(file)),
    [],
  )
})
