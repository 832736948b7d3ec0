import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fields } from '../../questionnaire/fields.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SOURCES = [
  'questionnaire',
  'desk',
  'web',
  'server',
  'scripts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
]

let second: Promise<string> | null = null

/** The directory of the product built with another questionnaire, as the next deploy would bring it. Built once. */
export function secondBuild(): Promise<string> {
  second ??= build()
  return second
}

export async function removeSecondBuild(): Promise<void> {
  if (second) await rm(await second, { recursive: true, force: true })
}

async function build(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-faults-build-'))
  for (const source of SOURCES) await cp(join(ROOT, source), join(directory, source), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  await changeQuestions(join(directory, 'questionnaire/fields.ts'))
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: directory })
  return directory
}

/** Adds a question and changes the text of another. */
async function changeQuestions(path: string) {
  const text = await readFile(path, 'utf8')
  const changed = text
    .replace(`label: '${fields.budget.label}'`, "label: 'Planned budget'")
    .replace('  firstName: {', "  pets: { kind: 'text', label: 'Pets', optional: true },\n  firstName: {")
  if (!changed.includes('Planned budget') || !changed.includes('pets'))
    throw new Error('The second build does not know this questionnaire')
  await writeFile(path, changed)
}
