import { readFile, rm, writeFile } from 'node:fs/promises'
import { build, type Manifest } from 'vite'
import { stopOnMistakes } from '../server/stop-on-mistakes.ts'
import { compressFiles } from './compress-files.ts'
import { makeAnew } from './make-anew.ts'
import { refuse } from './refuse.ts'
import { SOURCE_HASH_FILE, sourceHash } from './source-hash.ts'

/**
 * Builds the product into dist/: `site/`, the files the public may fetch, with compressed copies, and
 * `page/page.js`, which renders the HTML of the visit and of the desk for whoever runs the site.
 */
export async function buildSite(): Promise<void> {
  await stopOnMistakes()
  const hash = await sourceHash()
  await makeAnew('dist')

  const visit = await buildScript('main.tsx')
  const first = await buildScript('first.ts', { VISIT: JSON.stringify(visit.script) })
  const desk = await buildScript('desk/main.tsx')
  const site = { script: first.script, styles: visit.styles, desk }

  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(site), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { outDir: '../dist/page', emptyOutDir: true, ssr: 'page.tsx' },
  })
  await compressFiles('dist/site')
  await writeFile(SOURCE_HASH_FILE, hash)
}

/** One script and its styles, in a build of its own: nothing that others need can change or split it. */
async function buildScript(input: string, define: Readonly<Record<string, string>> = {}) {
  const name = input.replace('/main', '').replace(/\.tsx?$/, '')
  await build({
    logLevel: 'warn',
    define,
    // The public files, once.
    ...(name === 'main' ? {} : { publicDir: false as const }),
    build: {
      outDir: '../dist/site',
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: { input: { [name]: `web/${input}` } },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile('dist/site/manifest.json', 'utf8'))
  await rm('dist/site/manifest.json')
  const entry = manifest[input]
  if (!entry || entry.imports?.length) throw new Error(`${input} was not built into one script`)
  return { script: `/${entry.file}`, styles: (entry.css ?? []).map((file) => `/${file}`) }
}

if (import.meta.main) await buildSite().catch(refuse)
