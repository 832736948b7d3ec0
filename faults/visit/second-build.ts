import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fields } from '../../questionnaire/fields.ts'

const HERE = fileURLToPath(new URL('../../', import.meta.url))
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

/** The directory of the same product with another questionnaire, built once: what the next deploy brings. */
export function secondBuild(): Promise<string> {
  second ??= build()
  return second
}

export async function removeSecondBuild(): Promise<void> {
  if (second) await rm(await second, { recursive: true, force: true })
}

async function build(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-faults-build-'))
  for (const source of SOURCES) await cp(join(HERE, source), join(directory, source), { recursive: true })
  await symlink(join(HERE, 'node_modules'), join(directory, 'node_modules'))
  await askOtherwise(join(directory, 'questionnaire/fields.ts'))
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: directory })
  return directory
}

/** One question is new and one has other words. */
async function askOtherwise(path: string) {
  const text = await readFile(path, 'utf8')
  const asked = text
    .replace(`label: '${fields.budget.label}'`, "label: 'Planned budget'")
    .replace('  firstName: {', "  pets: { kind: 'text', label: 'Pets', optional: true },\n  firstName: {")
  if (!asked.includes('Planned budget') || !asked.includes('pets'))
    throw new Error('The questionnaire is not what the second build expects')
  await writeFile(path, asked)
}
