import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../testing/test-app.ts'
import { brokenLine } from './broken-line.ts'

const run = promisify(execFile)

for (const [mistake, line, sentence] of [
  [
    'an apostrophe',
    "  label: 'What's it'",
    /^Line 2 of questionnaire\/fields\.ts cannot be read: .*apostrophe/,
  ],
  ['a missing comma', "  kind: 'text' label: 'It'", /^Line 2 of questionnaire\/fields\.ts .*comma/],
  ['a missing quote', '  kind: text', /^Line 2 of questionnaire\/fields\.ts .*text is not defined.*quote/],
  ['what a merge left', '<<<<<<< HEAD', /^Line 2 of questionnaire\/fields\.ts .* conflict marker \w+\. Look/],
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

it('every command that reads the questions tells a line that cannot be read, instead of failing at it', async (t) => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const programs = Object.values(scripts).map(String)
  const readers = programs.filter((program) => /-command|dev\.ts/.test(program))
  assert.equal(readers.length, 6)
  const directory = await temporaryDirectory(t)
  for (const name of ['package.json', 'questionnaire', 'desk', 'server', 'scripts'])
    await cp(name, `${directory}/${name}`, { recursive: true })
  const fields = await readFile('questionnaire/fields.ts', 'utf8')
  await writeFile(`${directory}/questionnaire/fields.ts`, fields.replace(" label: '", " label: 'E'"))
  for (const program of readers) {
    const error = await run(process.execPath, program.split(' ').slice(1), { cwd: directory }).catch(Object)
    assert.match(
      `${error.code} ${error.stderr}`,
      /^1 Line \d+ of questionnaire\/fields\.ts .*apostrophe.*\n$/,
    )
  }
})

it('an error of another place is none of the questions', () => {
  assert.equal(brokenLine(new Error('disk is full')), null)
})
