import { execFile } from 'node:child_process'
import { appendFile, cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fields } from '../../questionnaire/fields.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PARTS = [
  'questionnaire',
  'desk',
  'web',
  'server',
  'scripts',
  'dist/site',
  'dist/page',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
]

/** Copies the built product, to change it and build it again. */
export async function copyProduct(directory: string): Promise<void> {
  for (const part of PARTS) await cp(join(ROOT, part), join(directory, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
}

/** Builds the copy with another questionnaire, other styles and other pictures. No script, style or picture keeps its name. */
export async function buildAgain(directory: string): Promise<void> {
  await changeQuestions(join(directory, 'questionnaire/fields.ts'))
  await appendFile(join(directory, 'web/styles/base.css'), 'html { --changed: 1 }')
  const pictures = join(directory, 'web/assets/pictures')
  // Decoders ignore what follows a picture.
  for (const name of await readdir(pictures))
    if (/\.(avif|webp)$/.test(name)) await appendFile(join(pictures, name), ' ')
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: directory })
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
