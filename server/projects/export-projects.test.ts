import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { answersFrom, sentAnswers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource, sourceFrom, sourceNames } from '../../questionnaire/source.ts'
import type { ExportedProject } from '../db/project-statements.ts'
import { csvLines, endLine, forPrograms, inChunks, jsonLines } from './export-projects.ts'

const createdAt = new Date('2026-11-15T12:00:00.123Z')
const projectWith = (text: string): ExportedProject => ({
  id: '-AAAAAAAAAAAAAAAAAAAAA',
  createdAt,
  answers: answersFrom(() => text),
  source: sourceFrom(() => text),
  desk: {
    isSample: false,
    status: null,
    assigneeName: null,
    firstContactAt: null,
    lostReason: null,
    notes: [],
  },
})

async function* of(...projects: ExportedProject[]) {
  yield* projects
}

/** RFC 4180 with every cell quoted. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)")?(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

const csvOf = async (text: string) =>
  parseCsv((await Array.fromAsync(csvLines(of(projectWith(text)), forPrograms))).join(''))

it('each JSON line has the id, every field and the time', async () => {
  const answers = sampleAnswers({ firstName: 'Zoë\n"=1+1"' })
  const source = { ...noSource, utmSource: 'google' }
  const [line, ...others] = await Array.fromAsync(
    jsonLines(of({ ...projectWith(''), id: 'x', answers, source })),
  )
  assert.equal(others.length, 0)
  assert.deepEqual(JSON.parse(line ?? ''), {
    id: 'x',
    ...sentAnswers(answers),
    createdAt: '2026-11-15T12:00:00.123Z',
    ...source,
  })
  assert.equal(line?.indexOf('\n'), line ? line.length - 1 : 0)
})

it('CSV begins with the column names, and every row has as many cells', async () => {
  const rows = await csvOf('a "quoted", text;\r\nwith lines\nand tabs\t')
  assert.deepEqual(rows[0], ['id', ...fieldNames, 'createdAt', ...sourceNames])
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
    '\tx',
    '\nx',
    '=HYPERLINK("http://x")',
  ]) {
    const [, row] = await csvOf(text)
    assert.ok(row?.[1]?.startsWith(`'${text.slice(0, 4)}`), JSON.stringify(text))
    assert.match(row?.[0] ?? '', /^'/)
  }
})

it('a formula after any separator gets an apostrophe, and other text does not', async () => {
  for (const separator of [';', ',', '\t', '|', '\r', '\n', '\r\n']) {
    for (const start of ['=1', ' -1', '"@x"', "'+1"])
      assert.equal((await csvOf(`x${separator}${start}`))[1]?.[1], `x${separator}'${start}`)
    const plain = `x${separator}y = 1${separator} (z)`
    assert.equal((await csvOf(plain))[1]?.[1], plain)
  }
})

it('any text can be read back from CSV by removing one apostrophe from every start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const [, row] = await csvOf(text)
      assert.equal((row?.[1] ?? '').replace(/(?<=^|[;,|\t\r\n])'/g, ''), text)
    }),
    { numRuns: 100, examples: [["'tis fine"], ["''"], ["x;'=1"], ['\r\n=1']] },
  )
})

it('every cell is quoted', async () => {
  for (const line of await Array.fromAsync(csvLines(of(projectWith('x')), forPrograms)))
    assert.match(line, /^"[^"]+"(,"[^"]+")+\r\n$/)
  assert.match(endLine(2, forPrograms), /^"End of 2 projects"(,"")+\r\n$/)
})

it('chunks contain the same text as the lines, and none is large', async () => {
  const projects = Array.from({ length: 200 }, () => projectWith('chunks '.repeat(5)))
  const lines = await Array.fromAsync(jsonLines(of(...projects)))
  const chunks = await Array.fromAsync(inChunks(jsonLines(of(...projects))))
  assert.equal(chunks.join(''), lines.join(''))
  assert.ok(chunks.length > 1 && chunks.length < lines.length / 10)
  assert.ok(chunks.every(({ length }) => length < 70_000))
})
