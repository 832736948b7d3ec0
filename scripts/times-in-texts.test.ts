import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'

it('no text of a page or an email has a time of its own instead of the constant it describes', async () => {
  const found: string[] = []
  for await (const file of glob('{questionnaire,desk,server,web}/**/*.{ts,tsx}')) {
    if (/\.test\.ts$|testing|fixtures/.test(file)) continue
    const code = (await readFile(file, 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    for (const [text] of code.matchAll(/\b\d+ (?:days|hours|minutes|seconds)\b/g))
      found.push(`${file}: ${text}`)
  }
  assert.deepEqual(found, [])
})
