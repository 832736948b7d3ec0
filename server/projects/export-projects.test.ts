import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { answersFrom, sentAnswers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource, sourceFrom, sourceNames } from '../../questionnaire/source.ts'
import type { ExportedProject } from '../db/project-statements.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { BYTE_ORDER_MARK, csvLines, endLine, forPrograms, inChunks, jsonLines } from './export-projects.ts'

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

/** RFC 4180 with every cell quoted. LibreOffice ends its lines with LF. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)")?(,|\r?\n)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

const csvOf = async (text: string) =>
  parseCsv((await allOf(csvLines(of(projectWith(text)), forPrograms))).join(''))

it('each JSON line has the id, every field and the time', async () => {
  const answers = sampleAnswers({ firstName: 'Zoë\n"=1+1"' })
  const source = { ...noSource, utmSource: 'google' }
  const [line, ...others] = await allOf(jsonLines(of({ ...projectWith(''), id: 'x', answers, source })))
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
    { numRuns: 300, examples: [["'tis fine"], ["''"], ["x;'=1"], ['\r\n=1']] },
  )
})

it('every cell is quoted', async () => {
  for (const line of await allOf(csvLines(of(projectWith('x')), forPrograms)))
    assert.match(line, /^"[^"]+"(,"[^"]+")+\r\n$/)
  assert.match(endLine(2, forPrograms), /^"End of 2 projects"(,"")+\r\n$/)
})

it('chunks contain the same text as the lines, and none is large', async () => {
  const projects = Array.from({ length: 200 }, () => projectWith('chunks '.repeat(5)))
  const lines = await allOf(jsonLines(of(...projects)))
  const chunks = await allOf(inChunks(jsonLines(of(...projects))))
  assert.equal(chunks.join(''), lines.join(''))
  assert.ok(chunks.length > 1 && chunks.length < lines.length / 10)
  assert.ok(chunks.every(({ length }) => length < 70_000))
})

const skip = spawnSync('soffice', ['--version']).error ? 'LibreOffice (soffice) is not installed' : false

for (const [name, separator] of Object.entries({ comma: ',', semicolon: ';' })) {
  it(`LibreOffice shows every text, and no formula, if the separator is a ${name}`, { skip }, async (t) => {
    const starts = ['', 'x;', 'x,', 'x\t', 'x|', 'x\n', 'x"', 'x;"', 'x; ']
    const formulas = ['=1+1', '"=1+1"', '+1+1', '@SUM(1)', "=cmd|' /C calc'!A0", '=HYPERLINK("http://x")']
    const texts = starts.flatMap((start) => formulas.map((formula) => `${start}${formula}`))
    const projects = [...texts, 'Zoë "Zo" O\'Hara; 1/2 cup, so-called = fine'].map(projectWith)
    const csv = [
      BYTE_ORDER_MARK,
      ...(await allOf(csvLines(of(...projects), forPrograms))),
      endLine(2, forPrograms),
    ].join('')
    const directory = await temporaryDirectory(t)
    await writeFile(`${directory}/guarded.csv`, csv)
    await writeFile(`${directory}/plain.csv`, csv.replaceAll(/['"]/g, ''))
    const cells = await openInLibreOffice(directory, separator)
    const isFormula = (cell: string) => cell.startsWith('=')
    assert.deepEqual((await cells('guarded')).filter(isFormula), [])
    const withoutSeparators = (text: string) => text.replaceAll(/[\uFEFF,;"\r\n]/g, '')
    assert.equal(withoutSeparators((await cells('guarded')).join('')), withoutSeparators(csv))
    // Proves that a formula would be found.
    assert.ok((await cells('plain')).some(isFormula))
  })
}

/** Opens the CSV files of a folder with this separator. Returns what their cells contain. */
async function openInLibreOffice(directory: string, separator: string) {
  const [quote, utf8, yes, no] = [34, 76, true, false]
  // https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html
  const reading = [separator.charCodeAt(0), quote, utf8, 1, '', 0, no, no, no, no, no, 0, yes]
  const writing = [44, quote, utf8, 1, '', 0, yes, yes, yes, yes]
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${directory}/profile`,
    '--headless',
    `--infilter=CSV:${reading}`,
    '--convert-to',
    `csv:Text - txt - csv (StarCalc):${writing}`,
    '--outdir',
    `${directory}/opened`,
    ...['guarded', 'plain'].map((file) => `${directory}/${file}.csv`),
  ])
  return async (file: string) => parseCsv(await readFile(`${directory}/opened/${file}.csv`, 'utf8')).flat()
}
