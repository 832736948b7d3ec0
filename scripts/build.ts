import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { build, type Manifest } from 'vite'
import { OperatorError } from '../server/lib/errors.ts'
import { isRunning } from '../server/lib/system.ts'
import { SOURCE_HASH_FILE, sourceHash } from '../server/site/source-hash.ts'
import { compressFiles } from './compress-files.ts'
import { emptyFolder } from './empty-folder.ts'
import { exitWithError } from './exit-with-error.ts'
import { replaceSite } from './replace-site.ts'
import { run } from './run.ts'

/**
 * Builds the product into dist/: `site/`, the files the public may fetch, with compressed copies, and
 * `page/page.js`, which renders the HTML of the visit, of the desk and of briefs.
 */
export async function buildSite(): Promise<void> {
  await checkTypes()
  const hash = await sourceHash()
  const folder = `dist/new-${process.pid}`
  await emptyFolder(folder)
  await removeStoppedBuilds()
  try {
    await buildInto(folder)
    // Only after the whole build has succeeded.
    for (const old of [SOURCE_HASH_FILE, 'dist/compiled']) await rm(old, { recursive: true, force: true })
    await replaceSite(folder, 'dist')
    await writeFile(SOURCE_HASH_FILE, hash)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Prints type errors and stops, because the bundler ignores them and a wrong question could lose answers. */
async function checkTypes() {
  const { code } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'web'])
  if (code !== 0) throw new OperatorError('The site was not built. Fix the errors above and try again.')
}

/** Removes the folders of interrupted builds. */
async function removeStoppedBuilds() {
  for (const name of await readdir('dist')) {
    const pid = /^new-(\d+)$/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(`dist/${name}`, { recursive: true, force: true })
  }
}

async function buildInto(folder: string) {
  const { script, styles } = await buildScript(folder, 'visit/main.tsx')
  const bootstrap = await buildScript(folder, 'visit/bootstrap.ts', { VISIT: JSON.stringify(script) })
  const desk = await buildScript(folder, 'desk/main.tsx')
  const brief = await buildScript(folder, 'brief/main.ts')
  const site = { visit: { script: bootstrap.script, styles }, desk, brief }

  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(site), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { outDir: `../${folder}/page`, emptyOutDir: true, ssr: 'pages/page.ts' },
  })
  await compressFiles(`${folder}/site`)
}

/** Builds one script and its styles separately, so that the bundler does not split it into shared parts. */
async function buildScript(folder: string, input: string, define: Readonly<Record<string, string>> = {}) {
  // The name of the folder, or of the file if it is not the folder's main file.
  const name = basename(input.replace(/(\/main)?\.tsx?$/, ''))
  await build({
    logLevel: 'warn',
    define,
    // Copies the public files only once.
    ...(name === 'visit' ? {} : { publicDir: false as const }),
    build: {
      outDir: `../${folder}/site`,
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: { [name]: `web/${input}` },
        // The bundler's own helpers are in the script too, or it would have to import them.
        output: {
          codeSplitting: { groups: [{ name, test: new RegExp(`rolldown/runtime|/web/${input}$`) }] },
        },
      },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile(`${folder}/site/manifest.json`, 'utf8'))
  await rm(`${folder}/site/manifest.json`)
  const entry = manifest[input]
  if (!entry || entry.imports?.length) throw new Error(`${input} was not built into one script`)
  // Scripts that are imported later are loaded without styles (plainImports in vite.config.ts).
  for (const { file, css } of Object.values(manifest))
    if (css && file !== entry.file) throw new Error(`${input} must import the styles of ${file} too`)
  return { script: `/${entry.file}`, styles: (entry.css ?? []).map((file) => `/${file}`) }
}

if (import.meta.main) await buildSite().catch(exitWithError)
