import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { answersFrom } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { allOf } from '../testing/test-app.ts'
import { csvLines, inChunks, jsonLines } from './export-projects.ts'

const createdAt = new Date('2026-11-15T12:00:00.123Z')
const projectWith = (text: string): Project => ({
  id: '-AAAAAAAAAAAAAAAAAAAAA',
  createdAt,
  answers: answersFrom(() => text),
})

async function* of(...projects: Project[]) {
  yield* projects
}

/** RFC 4180, by the letter. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const csvOf = async (text: string) => parseCsv((await allOf(csvLines(of(projectWith(text))))).join(''))

it('each JSON line has the id, every field and the time', async () => {
  const answers = sampleAnswers({ firstName: 'Zoë\n"=1+1"' })
  const [line, ...others] = await allOf(jsonLines(of({ id: 'x', createdAt, answers })))
  assert.equal(others.length, 0)
  assert.deepEqual(JSON.parse(line ?? ''), { id: 'x', ...answers, createdAt: '2026-11-15T12:00:00.123Z' })
  assert.equal(line?.indexOf('\n'), line ? line.length - 1 : 0)
})

it('CSV begins with the column names, and every row has as many cells', async () => {
  const rows = await csvOf('a "quoted", text;\r\nwith lines\nand tabs\t')
  assert.deepEqual(rows[0], ['id', ...fieldNames, 'createdAt'])
  assert.equal(rows.length, 2)
  assert.equal(rows[1]?.length, rows[0]?.length)
  assert.equal(rows[1]?.[1], 'a "quoted", text;\r\nwith lines\nand tabs\t')
})

it('a cell that looks like a formula gets an apostrophe', async () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '"=1',
    '|x',
    '%0',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "=cmd|' /C calc'!A0",
    '\0=1',
    '=HYPERLINK("http://x")',
  ]) {
    const [, row] = await csvOf(text)
    assert.equal(row?.[1], `'${text}`, JSON.stringify(text))
    assert.match(row[0] ?? '', /^'/)
  }
})

it('any text can be read back from CSV by removing one apostrophe', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const [, row] = await csvOf(text)
      const cell = row?.[1] ?? ''
      assert.equal(cell.startsWith("'") ? cell.slice(1) : cell, text)
    }),
    { numRuns: 300, examples: [["'tis fine"], ["''"]] },
  )
})

it('a cell with any separator is quoted', async () => {
  for (const text of ['x;=1+1', 'x\t=1+1', 'x,=1+1', 'x\r=1+1', 'x\n=1+1', ' x', 'x ']) {
    const [, line = ''] = await allOf(csvLines(of(projectWith(text))))
    assert.equal(line.split(`"${text}"`).length, fieldNames.length + 1, JSON.stringify(text))
  }
})

it('chunks contain the same text as the lines, and none is large', async () => {
  const projects = Array.from({ length: 200 }, () => projectWith('chunks '.repeat(5)))
  const lines = await allOf(jsonLines(of(...projects)))
  const chunks = await allOf(inChunks(jsonLines(of(...projects))))
  assert.equal(chunks.join(''), lines.join(''))
  assert.ok(chunks.length > 1 && chunks.length < lines.length / 10)
  assert.ok(chunks.every(({ length }) => length < 70_000))
})
