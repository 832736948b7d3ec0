import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brokenLine } from './broken-line.ts'
import { temporaryDirectory } from './test-app.ts'

for (const [mistake, line, sentence] of [
  [
    'an apostrophe',
    "  label: 'What's it'",
    /^Line 2 of questionnaire\/fields\.ts cannot be read: .*apostrophe/,
  ],
  ['a missing comma', "  kind: 'text' label: 'It'", /^Line 2 of questionnaire\/fields\.ts .*comma/],
  ['a missing quote', '  kind: text', /^Line 2 of questionnaire\/fields\.ts .*text is not defined.*quote/],
] as const) {
  it(`${mistake} in the questions is told with its line`, async (t) => {
    const directory = `${await temporaryDirectory(t)}/questionnaire`
    await mkdir(directory)
    await writeFile(`${directory}/package.json`, '{ "type": "module" }')
    await writeFile(`${directory}/fields.ts`, `export const fields = {\n${line},\n} as const\n`)
    const error = await import(pathToFileURL(`${directory}/fields.ts`).href).catch((why: unknown) => why)
    assert.match(String(brokenLine(error)), sentence)
  })
}

it('an error of another place is none of the questions', () => {
  assert.equal(brokenLine(new Error('disk is full')), null)
})
