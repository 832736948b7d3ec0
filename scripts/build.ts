import { readFile, rm, writeFile } from 'node:fs/promises'
import { build, type Manifest } from 'vite'
import { compressFiles } from './compress-files.ts'
import { SOURCE_HASH_FILE, sourceHash } from './source-hash.ts'

/**
 * Builds the product into dist/: `site/`, the files the public may fetch, with compressed copies, and
 * `page/page.js`, which renders the HTML for whoever runs the site.
 */
export async function buildSite(): Promise<void> {
  const hash = await sourceHash()
  await rm('dist', { recursive: true, force: true })

  await build({
    logLevel: 'warn',
    build: {
      outDir: '../dist/site',
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: { input: 'web/main.tsx' },
    },
  })
  const manifest: Manifest = JSON.parse(await readFile('dist/site/manifest.json', 'utf8'))
  await rm('dist/site/manifest.json')

  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(siteOf(manifest)), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { outDir: '../dist/page', emptyOutDir: true, ssr: 'page.tsx' },
  })
  await compressFiles('dist/site')
  await writeFile(SOURCE_HASH_FILE, hash)
}

function siteOf(manifest: Manifest) {
  const entry = manifest['main.tsx']
  if (!entry) throw new Error('The build has no main.tsx')
  return { scripts: [`/${entry.file}`], styles: (entry.css ?? []).map((file) => `/${file}`) }
}

if (import.meta.main) await buildSite()
