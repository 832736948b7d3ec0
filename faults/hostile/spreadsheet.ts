import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Project } from '../../questionnaire/project.ts'
import { csvLines } from '../../server/projects/export-projects.ts'
import type { Fault } from '../harness/fault.ts'
import { createStage } from '../harness/stage.ts'
import { answersOf, newId } from '../harness/visitor.ts'
import { naughtyStrings } from './naughty-strings.ts'

/** What spreadsheets take for a formula, or used to. */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '\t=1+1',
  '\r=1+1',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("x")',
]
/** Comma, quote, UTF-8, from line 1; the last lets formulas be formulas. */
const READING = 'CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'

/** The export is opened by a real spreadsheet, which must find no formula in it. */
export const hostileCsv: Fault = {
  rows: '3.16',
  name: 'the CSV is opened by LibreOffice: no cell is a formula',
  needs: () => (hasLibreOffice() ? null : 'LibreOffice (soffice) is not installed'),
  onlyFull: true,
  async run() {
    await using stage = await createStage()
    const texts = [...formulas, ...naughtyStrings]
    let csv = ''
    for await (const line of csvLines(projectsWith(texts))) csv += line
    const found = await opened(stage.directory, 'export', csv)
    const control = await opened(stage.directory, 'control', `${formulas[0]}\r\n`)
    const failures: string[] = []
    if (formulasIn(found) > 0) failures.push(`${formulasIn(found)} cells are formulas`)
    if (formulasIn(control) === 0) failures.push('a bare formula is none either: this proves nothing')
    return { runs: texts.length, lost: 0, doubled: 0, wrongText: 0, longestWaitMs: 0, failures }
  },
}

async function* projectsWith(texts: readonly string[]): AsyncGenerator<Project> {
  for (const text of texts) {
    const id = newId()
    const answers = answersOf(id, { firstName: text, additionalComments: text, budget: text })
    yield { id, createdAt: new Date(0), answers }
  }
}

/** The same sheet as LibreOffice has it, in XML. */
async function opened(directory: string, name: string, csv: string): Promise<string> {
  await writeFile(join(directory, `${name}.csv`), csv)
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${directory}/profile`,
    '--headless',
    `--infilter=${READING}`,
    '--convert-to',
    'fods',
    '--outdir',
    directory,
    join(directory, `${name}.csv`),
  ])
  return readFile(join(directory, `${name}.fods`), 'utf8')
}

const formulasIn = (sheet: string) => sheet.split('table:formula=').length - 1

function hasLibreOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
